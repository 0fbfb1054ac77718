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

/** The tab key, in a real bash. */
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
    assertThat(typed.err()).contains("fish").contains("expected one of");
    assertThat(Typed.here("completion").exit()).isEqualTo(2);
  }

  @Test
  void forZshItLoadsWhatScriptsOfBashNeed() {
    assertThat(Typed.here("completion", "zsh").out()).contains("bashcompinit");
  }
}
