package io.windhover.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Style that no test checks is a wish. */
final class TidyTest {
  private static final SourceFile PACKAGE =
      new SourceFile("core/src/main/java/a/package-info.java", "/** A. */ @NullMarked package a;");

  @Test
  void allSourcesAreTidy() throws IOException {
    List<SourceFile> sources = SourceFile.all(Path.of(System.getProperty("windhover.root")));
    assertThat(sources).extracting(SourceFile::name).contains("TaskId", "Main", "TidyTest");
    assertThat(String.join("\n", TidyRules.findings(sources))).isEmpty();
  }

  @Test
  void plainCodeHasNoFindings() throws IOException {
    assertThat(findings("A", "class A {\n" + method(58) + "}\n")).isEmpty();
    assertThat(findings("Manager", "class Manager {}\n")).isEmpty();
  }

  @Test
  void longMethodIsFoundAtItsFirstLine() throws IOException {
    assertThat(findings("A", "class A {\n" + method(59) + "}\n"))
        .singleElement()
        .asString()
        .startsWith("core/src/main/java/a/A.java:2: method m has 61 lines");
  }

  @Test
  void longFileIsFound() throws IOException {
    assertThat(findings("A", "class A {\n" + "\n".repeat(399) + "}\n"))
        .singleElement()
        .asString()
        .contains("A.java:401: 401 lines");
  }

  @Test
  void longLineIsFoundWithItsNumber() throws IOException {
    assertThat(findings("A", "class A {\n//" + "x".repeat(99) + "\n}\n"))
        .singleElement()
        .asString()
        .contains("A.java:2: 101 columns");
  }

  @ParameterizedTest
  @ValueSource(strings = {"StoreImpl", "TextUtils", "TextUtil", "JobHelper", "FileManager"})
  void vagueNameIsFound(String name) throws IOException {
    assertThat(findings(name, "class " + name + " {}\n")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"// TO" + "DO later", "@Dis" + "abled", "ass" + "umeTrue(linux);"})
  void unfinishedAndSkippedAreFound(String line) throws IOException {
    assertThat(findings("A", "class A {\n// " + line + "\n}\n"))
        .singleElement()
        .asString()
        .contains("A.java:2: ");
  }

  @Test
  void packageWithoutDescriptionIsFound() throws IOException {
    var sources = List.of(new SourceFile("core/src/main/java/a/A.java", "class A {}\n"));
    assertThat(TidyRules.findings(sources))
        .singleElement()
        .asString()
        .startsWith("core/src/main/java/a/package-info.java:1: missing");
  }

  private static List<String> findings(String name, String text) throws IOException {
    var source = new SourceFile("core/src/main/java/a/" + name + ".java", text);
    return TidyRules.findings(List.of(PACKAGE, source));
  }

  private static String method(int bodyLines) {
    return "void m() {\n" + "int x;\n".repeat(bodyLines) + "}\n";
  }
}
