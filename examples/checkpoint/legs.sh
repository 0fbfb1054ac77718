#!/bin/sh
# Works in legs of five steps: saves after each leg and ends with 85, to be started again; at the
# end of the last one it ends with 0.
set -e
saved="$WINDHOVER_CHECKPOINT_DIR/step"
n=0
[ ! -e "$saved" ] || n=$(cat "$saved")
leg=$((n + 5))
while [ "$n" -lt "$leg" ] && [ "$n" -lt "$1" ]; do
  n=$((n + 1))
  echo "step $n"
  sleep 0.1
done
echo "$n" > "$saved.new"
mv "$saved.new" "$saved"
[ "$n" -ge "$1" ] || exit 85
