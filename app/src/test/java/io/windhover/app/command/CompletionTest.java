package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.Typed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tab key, in a real bash and a real zsh. */
final class CompletionTest {
  @TempDir private Path folder;

  /** What bash offers for the last of these words. */
  private List<String> offered(String... words) throws Exception {
    Path script =
        Files.writeString(folder.resolve("script"), Typed.here("completion", "bash").out());
    String line = String.join(" ", words);
    String press =
        """
        source '%s'
        function=$(complete -p windhover | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        COMP_WORDS=(%s '%s') COMP_CWORD=%d COMP_LINE='%s' COMP_POINT=%d
        "$function" windhover
        printf '%%s\\n' "${COMPREPLY[@]}"
        """
            .formatted(
                script,
                line.substring(0, line.lastIndexOf(' ')),
                words[words.length - 1],
                words.length - 1,
                line,
                line.length());
    Process bash =
        new ProcessBuilder("bash", "--norc", "-c", press)
            .directory(folder.toFile())
            // There compopt complains that no key was really pressed.
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return output.lines().map(String::strip).filter(word -> !word.isEmpty()).toList();
  }

  @Test
  void commandsAreOffered() throws Exception {
    assertThat(offered("windhover", "va")).containsExactly("validate");
    assertThat(offered("windhover", "cos")).containsExactly("costs");
    assertThat(offered("windhover", "mac")).containsExactly("machines");
    assertThat(offered("windhover", "re")).contains("retry", "replay", "reproduce");
    assertThat(offered("windhover", "")).contains("run", "status", "completion");
  }

  @Test
  void optionsAndTheirWordsAreOffered() throws Exception {
    assertThat(offered("windhover", "run", "--keep")).containsExactly("--keep-going");
    assertThat(offered("windhover", "run", "--w")).containsExactly("--workers");
    assertThat(offered("windhover", "completion", "z")).containsExactly("zsh");
  }

  @Test
  void anotherShellIsRefusedInOneLine() {
    Typed typed = Typed.here("completion", "fish");

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err().lines()).hasSize(1);
    assertThat(typed.err()).contains("fish").contains("expected bash or zsh");
    assertThat(Typed.here("completion").exit()).isEqualTo(2);
  }

  @Test
  void forZshItLoadsWhatScriptsOfBashNeed() {
    assertThat(Typed.here("completion", "zsh").out()).contains("bashcompinit");
  }

  /** Types a line and the tab key into a zsh on a terminal of its own; answers what it shows. */
  private String shownByZsh(String line, String awaited) throws Exception {
    Path script =
        Files.writeString(folder.resolve("zsh.script"), Typed.here("completion", "zsh").out());
    String press =
        """
        zmodload zsh/zpty && zpty shell zsh -f -i || exit 1
        shown=
        await() {
          local piece
          for ((look = 0; look < 1200; look++)); do
            while zpty -r -t shell piece; do shown+=$piece; done
            [[ $shown == *$1* ]] && return
            sleep 0.05
          done
        }
        zpty -w shell "source '$1'; print REA''DY"
        await READY
        shown=
        zpty -w -n shell "$2"$'\\t'
        await "$3"
        zpty -d shell
        print -r -- "$shown"
        """;
    var builder =
        new ProcessBuilder("zsh", "-f", "-c", press, "zsh", script.toString(), line, awaited)
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("TERM", "vt100");
    Process zsh = builder.start();
    zsh.getOutputStream().close();
    String output = new String(zsh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(zsh.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return output;
  }

  @ParameterizedTest
  @CsvSource({
    "windhover va, windhover validate",
    "windhover re, replay",
    "windhover run --keep, windhover run --keep-going",
    "windhover completion z, windhover completion zsh"
  })
  void theTabKeyWorksInZsh(String typed, String shown) throws Exception {
    assertThat(shownByZsh(typed, shown)).contains(shown);
  }
}
