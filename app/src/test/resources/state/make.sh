#!/bin/sh
# Makes fixtures of state as a build of Windhover writes it: the folder of a run that was killed, and
# that of a pool's manager that was killed. Each form of state that is ever released is kept beside
# this script, in a folder with a number, and the tests read all of them for ever.
#
#   unshare --uts sh make.sh LAUNCHER NUMBER     as root, with prosody and sqlite3 installed
#
# It works in /srv/windhover and on a machine called "node", so that nothing of the machine where it
# was made is in the files.
set -eu

launcher=$(readlink -f "$1")
fixture=$(cd "$(dirname "$0")" && pwd)/$2
place=/srv/windhover
hostname node
export WINDHOVER_NO_BUILD=1

windhover() {
  "$place/windhover" "$@"
}

# Until this file has so many lines.
await_lines() {
  while [ "$(cat "$1" 2>/dev/null | wc -l)" -lt "$2" ]; do sleep 0.1; done
}

# Until this command of the pool says this.
await_said() {
  words=$1
  shift
  until windhover "$@" --config pool/config.yaml 2>/dev/null | grep -q "$words"; do sleep 0.2; done
}

rm -rf "$place"
mkdir "$place"
cd "$place"
ln -s "$launcher" windhover
cp "$fixture"/pool-*.yaml "$fixture"/array.sbatch "$fixture"/star.job .
# In a folder that every machine has: tasks run there, also when the tests go on with it. It has a
# task less at first: the second session begins with an edit.
sed 's/count: 6/count: 5/' "$fixture"/run.yaml > /tmp/windhover-old.yaml

# A run of /srv/windhover that is cancelled; it is moved to earlier/1 by the next in its folder.
printf 'name: old\ntasks: [{name: early, count: 4, command: "echo x >> begun; sleep 600"}]\n' > early.yaml
"$place/windhover" run early.yaml --dir run --workers 2 & early=$!
await_lines begun 2
windhover cancel --dir run
wait $early || true
rm begun

# The run: interrupted once, which writes a snapshot, edited, resumed, and then killed.
"$place/windhover" run /tmp/windhover-old.yaml --dir run --workers 2 --keep-going & first=$!
await_lines slow.pids 2
kill -TERM $first
wait $first || true
: > slow.pids
cp "$fixture"/run.yaml /tmp/windhover-old.yaml
"$place/windhover" run /tmp/windhover-old.yaml --dir run --workers 2 --keep-going --resume --yes \
  & second=$!
await_lines slow.pids 2
sleep 1
kill -KILL $second
wait $second || true
kill $(cat slow.pids)
rm /tmp/windhover-old.yaml

# The pool: one job each that is done, failed, cancelled, running, and some of other formats.
windhover pool up --server prosody --workers 2 --dir pool --detach
windhover submit --config pool/config.yaml --keep-going pool-failing.yaml
windhover watch --config pool/config.yaml 1 || true
windhover submit --config pool/config.yaml array.sbatch
windhover watch --config pool/config.yaml 2
windhover submit --config pool/config.yaml star.job
windhover watch --config pool/config.yaml 3
# Stopped properly it writes a snapshot; the journal goes on after it.
windhover pool down --dir pool
windhover pool up --dir pool --detach
windhover submit --config pool/config.yaml pool-waiting.yaml
windhover submit --config pool/config.yaml pool-waiting.yaml
await_said running status 4
windhover cancel --config pool/config.yaml 4
windhover watch --config pool/config.yaml 4 || true
await_said running status 5
sleep 1
kill -KILL "$(cut -d ' ' -f 1 pool/manager.pid)"
windhover pool down --dir pool

# A manager that was killed while it rents: written by the real one, in virtual time.
classes=$(dirname "$launcher")/app/target
java -cp "$classes/test-classes:$classes/windhover.jar" io.windhover.app.command.RentedFolder rented

# What is kept: the journal in one file, and the outputs.
for state in run pool/manager rented; do
  find "$state" -name windhover.db -exec sqlite3 {} 'PRAGMA wal_checkpoint(TRUNCATE)' \;
  find "$state" \( -name '*-wal' -o -name '*-shm' -o -name lock \) -delete
done
find run -type d -empty -delete
rm -rf "$fixture/run" "$fixture/pool" "$fixture/rented"
cp -R run "$fixture/run"
cp -R pool/manager "$fixture/pool"
cp -R rented "$fixture/rented"
rm -rf "$place"
