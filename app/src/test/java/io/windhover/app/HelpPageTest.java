package io.windhover.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** What --help prints can be read and copied in a terminal of 80 columns, of every command. */
final class HelpPageTest {
  private static final int USUAL = 80;
  private static final int ENDLESS = 10_000;

  static Stream<String> commands() {
    List<String> names = new ArrayList<>();
    collect(Main.commandLine(), "", names);
    return names.stream();
  }

  private static void collect(CommandLine line, String name, List<String> names) {
    names.add(name);
    line.getSubcommands().forEach((word, inner) -> collect(inner, name + " " + word, names));
  }

  private static CommandLine command(String name) {
    CommandLine line = Main.commandLine();
    for (String word : name.strip().split(" ", -1)) {
      line = word.isEmpty() ? line : line.getSubcommands().get(word);
    }
    return line;
  }

  private static String help(String name, int width) {
    CommandLine line = command(name);
    line.setUsageHelpAutoWidth(false);
    line.setUsageHelpWidth(width);
    return line.getUsageMessage(Ansi.OFF);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void wordsAreWholeAndLinesAreShort(String name) {
    String help = help(name, USUAL);
    assertThat(help.lines()).allMatch(line -> line.length() <= USUAL);
    assertThat(words(help)).isEqualTo(words(help(name, ENDLESS)));
  }

  private static List<String> words(String text) {
    return List.of(text.strip().split("\\s+"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void commandsInExamplesStandInOneLine(String name) {
    List<String> lines = help(name, USUAL).lines().toList();
    String[] footer = command(name).getCommandSpec().usageMessage().footer();
    for (String line : footer) {
      if (line.startsWith("  ")) {
        String command = String.format(line.strip().replaceAll(" {2,}.*", ""));
        assertThat(lines).as(line).anyMatch(shown -> shown.contains(command));
      }
    }
  }

  @Test
  void whatIsSaidBesideAnExampleStaysInItsColumn() {
    assertThat(HelpPage.wrap("  fit ./a.b   all of it, and more", 26))
        .containsExactly("  fit ./a.b   all of it,", "              and more");
    assertThat(HelpPage.wrap("Files are in a/very.long/name-of-one", 12))
        .containsExactly("Files are in", "a/very.long/name-of-one");
    assertThat(HelpPage.wrap("", 12)).containsExactly("");
  }
}
