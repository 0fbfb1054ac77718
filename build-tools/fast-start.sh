#!/bin/sh
# Usage: fast-start.sh JAVA JAR
#
# Puts two things into start/ beside the jar that make the program start faster: an archive of
# loaded classes (class-data sharing) and, unpacked, SQLite's native library for this platform.
# Whatever cannot be made is left out with a notice; the launcher uses what it finds.
set -u
java=$1
jar=$2
top=$(cd "$(dirname "$0")/.." && pwd -P)
out=$(dirname "$jar")/start
work=$out/work

notice() {
  echo "fast-start: $*"
}

# Runs one command of the program and adds the classes it loaded to the list.
train() {
  (cd "$work" && "$java" -XX:DumpLoadedClassList="$work/one.list" -XX:+UseSerialGC \
    -XX:TieredStopAtLevel=1 ${native:+-Dorg.sqlite.lib.path="$out"} -jar "$jar" "$@") \
    >/dev/null 2>&1 </dev/null || return 1
  cat "$work/one.list" >>"$work/all.list"
}

make_native() {
  folder=$("$java" -cp "$jar" org.sqlite.util.OSInfo 2>/dev/null) || return 1
  for name in libsqlitejdbc.so libsqlitejdbc.dylib; do
    (cd "$work" && "${java%/*}/jar" xf "$jar" "org/sqlite/native/$folder/$name") 2>/dev/null
    if [ -f "$work/org/sqlite/native/$folder/$name" ]; then
      mv "$work/org/sqlite/native/$folder/$name" "$out/$name"
      return 0
    fi
  done
  return 1
}

make_archive() {
  train --version || return 1
  train --help || return 1
  if "$java" -jar "$jar" --help 2>/dev/null | grep -q "^  run "; then
    cp "$top/build-tools/training.yaml" "$work/" &&
      train run training.yaml --dir "$work/state" &&
      train status --dir "$work/state" ||
      notice "the training run failed; 'run' will start a little slower"
  fi
  awk '!seen[$0]++' "$work/all.list" >"$work/classes.list"
  "$java" -Xshare:dump -XX:+UseG1GC -XX:SharedClassListFile="$work/classes.list" \
    -XX:SharedArchiveFile="$work/windhover.jsa" -cp "$jar" >"$work/dump.log" 2>&1 || return 1
  "$java" -Xshare:on -XX:+UseSerialGC -XX:SharedArchiveFile="$work/windhover.jsa" -jar "$jar" \
    --version >/dev/null 2>&1 || return 1
  mv "$work/windhover.jsa" "$out/windhover.jsa"
}

rm -rf "$out"
mkdir -p "$work" || exit 0
native=
make_native && native=yes || notice "no SQLite library unpacked; it is unpacked at each start"
make_archive || notice "this JVM makes no class archive; starts take a little longer"
rm -rf "$work"
exit 0
