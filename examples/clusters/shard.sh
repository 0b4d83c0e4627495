#!/bin/sh
# Does one shard of some work, in the job of a cluster; the same job again goes on where it was killed.
#
#     shard.sh SHARDS FOLDER COMMAND...
#     shard.sh 8 /shared/match arena compass level:3 level:2 --games 4000
#
# The number of the shard is that of the job: Slurm, Kubernetes and GNU parallel tell it, others set SHARD.
set -eu
shards=$1 folder=$2
shift 2
number=${SHARD:-${SLURM_ARRAY_TASK_ID:-${PARALLEL_SEQ:-$((JOB_COMPLETION_INDEX + 1))}}}
mkdir -p "$folder"
exec fourfold "$@" --shard "$number/$shards" --out "$folder/$number.part"
