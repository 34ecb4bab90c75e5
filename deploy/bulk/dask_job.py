"""Answers for files of conversations, a shard per Dask task (docs/guides/bulk.md).

    dask scheduler &
    dask worker tcp://scheduler:8786 --nthreads 1        # on every machine, one for every two cores
    python dask_job.py tcp://scheduler:8786 kit.yaml /mnt/calls /mnt/answers 512

brickwork must be installed on every worker, and the paths must lead to the same files on all of them: a mounted file
system or bucket.
"""

import os
import subprocess
import sys

from distributed import Client

CPUS = 2
# Some rows were refused; they are in their own file, with the reason.
REFUSED = 4


def evaluate(index, shards, kit, source, out):
    """Evaluates one shard. A task that is lost or repeated writes the same bytes."""
    command = ["brickwork", "evaluate", kit, source, "--out", out, "--shard", f"{index}/{shards}"]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "BRICKWORK_THREADS": str(CPUS)},
    )
    if done.returncode not in (0, REFUSED):
        raise RuntimeError(f"shard {index}: {done.stderr.strip()}")
    return done.returncode == REFUSED


def main(scheduler, kit, source, out, shards):
    with Client(scheduler) as client:
        # A worker that is lost is no failure of its tasks: others take them, up to distributed.scheduler.allowed-failures.
        arguments = ([each] * shards for each in (shards, kit, source, out))
        tasks = client.map(evaluate, range(shards), *arguments, retries=3, pure=False)
        results = client.gather(tasks)
    print(f"{len(results)} shards are done, {sum(results)} of them with refused rows.")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4], int(sys.argv[5]))
