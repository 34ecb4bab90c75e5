"""Answers for files of conversations, a shard per Ray task (docs/guides/bulk.md).

    ray job submit -- python ray_job.py kit.yaml /mnt/calls /mnt/answers 512

brickwork must be installed on every node, and the paths must lead to the same files on all of them: a mounted file
system or bucket.
"""

import os
import subprocess
import sys

import ray

CPUS = 2
# Some rows were refused; they are in their own file, with the reason.
REFUSED = 4


# A task that is lost or repeated writes the same bytes.
@ray.remote(num_cpus=CPUS, max_retries=3, retry_exceptions=True)
def evaluate(index, shards, kit, source, out):
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


def main(kit, source, out, shards):
    ray.init()
    results = ray.get([evaluate.remote(index, shards, kit, source, out) for index in range(shards)])
    print(f"{len(results)} shards are done, {sum(results)} of them with refused rows.")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
