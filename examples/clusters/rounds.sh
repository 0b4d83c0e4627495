#!/bin/sh
# Tests a player by SPRT, in rounds of shards: the decision is that of one machine.
#
#     rounds.sh SHARDS FOLDER GAMES arena GAME NEW OLD --sprt ELO0,ELO1
#     rounds.sh 8 /shared/test 2000 arena compass "ugi:nodes=2000,./new" "ugi:nodes=2000,./old" --sprt 0,10
#
# Each round adds GAMES games. Here the shards are processes of this machine; on a cluster the line with xargs
# becomes one that starts the jobs and waits for them, such as `sbatch --wait`.
set -eu
shards=$1 folder=$2 round=$3 games=$3
shift 3
while :; do
    seq "$shards" | xargs -P "$shards" -I NUMBER \
        env SHARD=NUMBER sh "$(dirname "$0")/shard.sh" "$shards" "$folder" "$@" --games "$games" >/dev/null
    fourfold merge "$folder/all" "$folder"/*.part
    fourfold "$@" --games "$games" --out "$folder/all" --json >"$folder/report.json"
    if grep -q '"decided"' "$folder/report.json"; then break; fi
    games=$((games + round))
done
fourfold "$@" --games "$games" --out "$folder/all"
