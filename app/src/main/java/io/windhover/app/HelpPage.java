package io.windhover.app;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The text that {@code --help} prints. Picocli by itself breaks lines wherever a language may break
 * them, also in the midst of a file's name; what people copy from here must stay whole, so that
 * lines are broken at spaces only. What is said beside an example stays in its column.
 */
final class HelpPage extends Help {
  private static final Pattern REMARK = Pattern.compile("^ +\\S.*? {2,}(?=\\S)");
  private static final int REMARK_LEAST = 10;
  private static final String INDENT = "  ";

  HelpPage(CommandSpec spec, ColorScheme colours) {
    super(spec, colours);
  }

  private int width() {
    return commandSpec().usageMessage().width();
  }

  @Override
  public String description(Object... values) {
    return text(commandSpec().usageMessage().description(), values);
  }

  @Override
  public String footer(Object... values) {
    return text(commandSpec().usageMessage().footer(), values);
  }

  private String text(String[] paragraphs, Object... values) {
    return Stream.of(paragraphs)
        .flatMap(paragraph -> wrap(String.format(paragraph, values), width()).stream())
        .map(line -> line + System.lineSeparator())
        .collect(Collectors.joining());
  }

  @Override
  protected String insertSynopsisCommandName(int headingLength, Ansi.Text options) {
    String name = commandSpec().qualifiedName();
    int column = headingLength + name.length() + 1;
    List<String> lines = wrap(options.plainString().strip(), width() - column);
    String next = System.lineSeparator() + " ".repeat(column);
    return name + " " + String.join(next, lines) + System.lineSeparator();
  }

  @Override
  public Layout createDefaultLayout(
      List<OptionSpec> options, List<PositionalParamSpec> parameters, ColorScheme colours) {
    Layout usual = super.createDefaultLayout(options, parameters, colours);
    return new WholeWords(usual);
  }

  /** Rows of options with descriptions that are broken between words already. */
  private static final class WholeWords extends Layout {
    WholeWords(Layout usual) {
      super(
          usual.colorScheme(),
          usual.textTable(),
          usual.optionRenderer(),
          usual.parameterRenderer());
    }

    @Override
    public void layout(ArgSpec argument, Ansi.Text[][] rows) {
      for (Ansi.Text[] row : rows) {
        int last = row.length - 1;
        Column column = table.columns()[last];
        List<String> lines =
            wrap(row[last].plainString(), column.width - column.indent - INDENT.length());
        for (int i = 0; i < lines.size(); i++) {
          Ansi.Text[] cells = i == 0 ? row.clone() : empty(row.length);
          cells[last] = colorScheme.text((i == 0 ? "" : INDENT) + lines.get(i));
          table.addRowValues(cells);
        }
      }
    }

    private Ansi.Text[] empty(int length) {
      return Stream.generate(() -> colorScheme.text("")).limit(length).toArray(Ansi.Text[]::new);
    }
  }

  /** Breaks lines that are too long at spaces; a word that is longer than a line stays whole. */
  static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    for (String line : text.split("\\R", -1)) {
      int hang = hang(line, width);
      String rest = line;
      while (rest.length() > width) {
        int first = indent(rest) + 1;
        int cut = rest.lastIndexOf(' ', width);
        cut = cut < first ? rest.indexOf(' ', Math.max(first, width)) : cut;
        if (cut < 0) {
          break;
        }
        lines.add(rest.substring(0, cut).stripTrailing());
        rest = " ".repeat(hang) + rest.substring(cut).stripLeading();
      }
      lines.add(rest);
    }
    return lines;
  }

  /** The column in which a line goes on: that of the remark, where there is room for it. */
  private static int hang(String line, int width) {
    Matcher remark = REMARK.matcher(line);
    return remark.find() && remark.end() <= width - REMARK_LEAST ? remark.end() : indent(line);
  }

  private static int indent(String line) {
    return line.length() - line.stripLeading().length();
  }
}
