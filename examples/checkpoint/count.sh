#!/bin/sh
# Counts to $1, a number every tenth of a second, and goes on where an earlier attempt has saved.
# What is saved is written aside and renamed: whoever looks finds all of it, or what was there before.
set -e
saved="$WINDHOVER_CHECKPOINT_DIR/number"
n=0
if [ "$WINDHOVER_RESTART" = 1 ] && [ -e "$saved" ]; then
  n=$(cat "$saved")
  echo "going on after $n"
fi
while [ "$n" -lt "$1" ]; do
  n=$((n + 1))
  echo "$n"
  echo "$n" > "$saved.new"
  mv "$saved.new" "$saved"
  sleep 0.1
done
