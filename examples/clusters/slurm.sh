#!/bin/sh
#SBATCH --array=1-8
#SBATCH --cpus-per-task=2
#SBATCH --requeue
# A match by an array of jobs: `sbatch slurm.sh`, in this folder, which all nodes see.
exec "$SLURM_SUBMIT_DIR/shard.sh" 8 "$SLURM_SUBMIT_DIR/match" \
    arena compass level:2 level:1 --games 40 --threads "$SLURM_CPUS_PER_TASK"
