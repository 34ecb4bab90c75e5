"""Answers for files of conversations, a shard per Spark task (docs/guides/bulk.md).

    spark-submit spark_job.py kit.yaml /mnt/calls /mnt/answers 512

brickwork must be installed on every executor, and the paths must lead to the same files on all of them: a mounted file
system or bucket. The engine uses every core that it sees, so a task should have more than one (spark.task.cpus).
"""

import os
import subprocess
import sys

from pyspark import TaskContext
from pyspark.sql import SparkSession

# Some rows were refused; they are in their own file, with the reason.
REFUSED = 4


def evaluate(index, shards, kit, source, out):
    """Evaluates one shard. A task that is lost or repeated writes the same bytes."""
    cpus = TaskContext.get().cpus() if TaskContext.get() else 1
    command = ["brickwork", "evaluate", kit, source, "--out", out, "--shard", f"{index}/{shards}"]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "BRICKWORK_THREADS": str(cpus)},
    )
    if done.returncode not in (0, REFUSED):
        raise RuntimeError(f"shard {index}: {done.stderr.strip()}")
    return index, done.returncode == REFUSED


def main(kit, source, out, shards):
    spark = SparkSession.builder.appName("brickwork-evaluate").getOrCreate()
    tasks = spark.sparkContext.parallelize(range(shards), shards)
    results = tasks.map(lambda index: evaluate(index, shards, kit, source, out)).collect()
    refused = sum(1 for _, has_refused in results if has_refused)
    print(f"{len(results)} shards are done, {refused} of them with refused rows.")
    answers = spark.read.parquet(f"{out}/*.parquet")
    print(f"{answers.count()} conversations are answered.")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
