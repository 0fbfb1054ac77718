package io.windhover.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Commands for which sh would do nothing but split them at blanks and start a program. Whatever is
 * not surely of that kind is left to sh.
 */
final class PlainCommand {
  private static final int LENGTH_MAX = 4_096;

  /** All characters without a meaning to any sh, wherever in a word they stand. */
  private static final String HARMLESS = "_-./:,+@%";

  /** Words that are no program, or not only one, in some sh: dash, bash, ksh, zsh, ash. */
  private static final Set<String> WORDS_OF_SHELLS =
      Set.of(
          (". : alias autoload bg bind break builtin bye caller case cd chdir command compgen"
                  + " complete compopt continue coproc declare dirs disown do done echo echotc"
                  + " elif else emulate enable end esac eval exec exit export false fc fg fi"
                  + " float for foreach function functions getconf getln getopts hash help"
                  + " history hist if in integer jobs kill let limit local log login logout"
                  + " mapfile nameref newgrp nocorrect noglob popd print printf pushd pushln pwd"
                  + " r read readarray readonly rehash repeat return sched select set setopt"
                  + " shift shopt source stop suspend test then time times trap true ttyctl"
                  + " type typeset ulimit umask unalias unfunction unhash unlimit unset unsetopt"
                  + " until vared wait whatis whence where which while zcompile zle zmodload")
              .split(" "));

  /** Of those, the ones whose programs do the same when they are given no argument. */
  private static final Set<String> SAME_WITHOUT_ARGUMENTS = Set.of("true", "false");

  private PlainCommand() {}

  /** The words of the command, the first naming the program; none when sh is needed. */
  static List<String> words(String command) {
    if (command.length() > LENGTH_MAX) {
      return List.of();
    }
    List<String> words = new ArrayList<>();
    int start = -1;
    for (int at = 0; at < command.length(); at++) {
      char c = command.charAt(at);
      if (c == ' ' || c == '\t') {
        if (start >= 0) {
          words.add(command.substring(start, at));
          start = -1;
        }
        continue;
      }
      if (!isHarmless(c) && !(c == '=' && !words.isEmpty())) {
        return List.of();
      }
      start = start < 0 ? at : start;
    }
    if (start >= 0) {
      words.add(command.substring(start));
    }
    return !words.isEmpty() && isProgram(words) ? words : List.of();
  }

  private static boolean isHarmless(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || HARMLESS.indexOf(c) >= 0;
  }

  private static boolean isProgram(List<String> words) {
    String first = words.get(0);
    if (first.charAt(0) == '-' || first.charAt(0) == '+' || first.charAt(0) == '%') {
      return false;
    }
    if (WORDS_OF_SHELLS.contains(first)) {
      return words.size() == 1 && SAME_WITHOUT_ARGUMENTS.contains(first);
    }
    return true;
  }
}
