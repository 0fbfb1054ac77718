# Works for so many seconds in which its machine is awake. A plain sleep goes on while the machine
# is frozen, since clocks do; work does not.
#
#   bash work.sh SECONDS

left=$(($1 * 1000000)) # microseconds, as all that follows
slice=50000
frozen=1000000 # No slice takes as long, however busy the machine is.

exec {nothing}<> <(:)
before=${EPOCHREALTIME/[.,]/}
while ((left > 0)); do
  printf -v pause '0.%06d' $((left < slice ? left : slice))
  read -r -t "$pause" -u "$nothing"
  now=${EPOCHREALTIME/[.,]/}
  passed=$((now - before))
  left=$((left - (passed < frozen ? passed : slice)))
  before=$now
done
