#!/usr/bin/env python3
"""How cost and memory of a token grow with the number of topics and the size of a corpus.

    cargo build --release
    python3 benches/growth.py                  1, 10 and 100 million tokens; needs numpy, Linux

Corpora are generated: documents of 100 tokens, three themes each out of a thousand; the
vocabulary grows as in text (44 times the root of the tokens, Heaps 1978), and words are as
uneven (the density of rank r is 1/r, Zipf 1949). Time is that of the sweeps, their log joint
included, as `fit --json` says it; memory is the most that the process held, all told.
"""

import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
LENGTH, THEMES, MIXED, COMMON = 100, 1000, 3, 40


def numbers(text):
    return [int(part) for part in text.split(",")]


def write(path, tokens, seed=1):
    """LDA-C, a word of a document each time as a pair of its own."""
    rng = np.random.default_rng(seed)
    vocabulary = int(44 * tokens**0.5)
    with open(path, "w") as out:
        for start in range(0, tokens // LENGTH, 10_000):
            rows = min(10_000, tokens // LENGTH - start)
            rank = (vocabulary ** rng.random((rows, LENGTH))).astype(np.int64) - 1
            themes = rng.integers(THEMES, size=(rows, MIXED))
            theme = np.take_along_axis(themes, rng.integers(MIXED, size=(rows, LENGTH)), axis=1)
            first = theme * (vocabulary // THEMES)
            words = np.where(rank < COMMON, rank, COMMON + (rank - COMMON + first) % (vocabulary - COMMON))
            for row in words:
                ids, counts = np.unique(row, return_counts=True)
                pairs = " ".join(map("%d:%d".__mod__, zip(ids.tolist(), counts.tolist())))
                out.write(f"{len(ids)} {pairs}\n")


def fit(binary, path, topics, sweeps):
    command = [binary, "fit", path, "--format", "ldac", "--stop-words", "none", "--topics", topics]
    command += ["--sweeps", sweeps, "--seed", 1, "--alpha", "0.1", "--eta", "0.01", "--json"]
    most = 0
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen([str(word) for word in command], stdout=out, stderr=subprocess.DEVNULL)
        while process.poll() is None:
            # Linux counts the most that a process held in its status.
            lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
            most = max([most, *(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))])
            time.sleep(0.01)
        if process.returncode:
            raise SystemExit("failed: " + " ".join(map(str, command)))
        out.seek(0)
        said = json.load(out)
    return 1e9 / said["tokens_per_second"], most * 1024 / said["tokens"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=Path, default=ROOT / "target/release/gibbscope")
    parser.add_argument("--tokens", type=numbers, default=[10**6, 10**7, 10**8])
    parser.add_argument("--topics", type=numbers, default=[20, 100, 1000])
    parser.add_argument("--sweeps", type=int, default=20)
    run = parser.parse_args()
    print(f"{'tokens':>11} {'topics':>6} {'ns/token':>9} {'to least':>8} {'bytes/token':>11}")
    least = {}
    for tokens in run.tokens:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "corpus.ldac"
            write(path, tokens)
            for topics in run.topics:
                cost, memory = fit(run.binary, path, topics, run.sweeps)
                least.setdefault(topics, cost)
                ratio = cost / least[topics]
                print(f"{tokens:>11,} {topics:>6} {cost:>9.1f} {ratio:>8.2f} {memory:>11.1f}", flush=True)


if __name__ == "__main__":
    main()
