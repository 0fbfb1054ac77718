package io.windhover.app.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Where the methods of a source begin and how long they are, as the compiler's parser sees it. */
final class MethodLengths {
  record Method(String name, int line, int length) {}

  private MethodLengths() {}

  static List<Method> of(SourceFile source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var options = List.of("-proc:none");
    var task =
        (JavacTask)
            compiler.getTask(null, null, problem -> {}, options, null, List.of(unit(source)));
    SourcePositions positions = Trees.instance(task).getSourcePositions();
    var methods = new ArrayList<Method>();
    for (CompilationUnitTree unit : task.parse()) {
      new TreeScanner<Void, Void>() {
        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
          long start = positions.getStartPosition(unit, method);
          long end = positions.getEndPosition(unit, method);
          if (start >= 0 && end >= 0) {
            int first = (int) unit.getLineMap().getLineNumber(start);
            int last = (int) unit.getLineMap().getLineNumber(end);
            methods.add(new Method(method.getName().toString(), first, last - first + 1));
          }
          return super.visitMethod(method, null);
        }
      }.scan(unit, null);
    }
    return methods;
  }

  private static JavaFileObject unit(SourceFile source) {
    return new SimpleJavaFileObject(
        URI.create("string:///" + source.name() + ".java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return source.text();
      }
    };
  }
}
