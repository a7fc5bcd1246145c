#!/usr/bin/env python3
"""Gibbscope beside its peers: throughput, time to quality, variational Bayes.

See README.md beside this file.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PEERS = ["tomotopy", "topica", "pyrmallet", "lda"]
OURS = "gibbscope"
ALPHA, ETA = "0.1", "0.01"
NONE = float("nan")


def numbers(text):
    return [int(part) for part in text.split(",")]


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--install", metavar="DIR", help="make a venv there with the peers, and go on in it")
    parser.add_argument("--binary", type=Path, default=ROOT / "target/release/gibbscope")
    parser.add_argument("--corpus", help="LDA-C, may be gzip [default: Reuters of the lda package]")
    parser.add_argument("--topics", type=numbers, default=[20, 100, 500, 1000])
    parser.add_argument("--sweeps", type=int, default=100, help="at least 2")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peers", type=lambda text: text.split(","), default=PEERS)
    parser.add_argument("--threads", type=int, choices=[1, 2], default=1)
    parser.add_argument("--blocks", type=int, default=2, help="blocks of ours on two threads; 1 is exact, on one")
    parser.add_argument("--no-touch", action="store_true", help="leave out the touch-only sweep, which cargo builds")
    parser.add_argument("--quality", action="store_true", help="time to what tomotopy reaches")
    parser.add_argument("--quality-sweeps", type=int, default=200, help="sweeps of tomotopy that set the target")
    parser.add_argument("--most", type=int, default=1000, help="sweeps after which a program has failed to reach it")
    parser.add_argument("--variational", action="store_true", help="variational Bayes beside scikit-learn")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def install(folder):
    """Goes on as the same command inside a venv that has the peers."""
    python = Path(folder).resolve() / "bin/python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "-q", "-r", HERE / "requirements.txt"], check=True)
    rest = sys.argv[1:]
    at = next(i for i, word in enumerate(rest) if word.startswith("--install"))
    del rest[at : at + (1 if "=" in rest[at] else 2)]
    os.execv(python, [python, __file__, *rest])


class Bench:
    """A corpus in a file, and the commands that run a program on it."""

    def __init__(self, run, corpus, folder):
        self.run, self.corpus, self.folder = run, corpus, Path(folder)
        self.path = self.folder / "corpus.ldac"
        corpus.write(self.path)
        # Libraries below the peers must not use more threads than the peers are given.
        threads = {f"{name}_NUM_THREADS": str(run.threads) for name in ("OMP", "OPENBLAS", "MKL")}
        self.environment = {**os.environ, **threads}

    def ours(self, topics, sweeps, seed, engine="collapsed"):
        command = [self.run.binary, "fit", self.path, "--format", "ldac", "--stop-words", "none"]
        command += ["--topics", topics, "--alpha", ALPHA, "--eta", ETA, "--engine", engine]
        command += ["--sweeps", sweeps, "--seed", seed, "--threads", self.run.threads]
        if self.run.threads > 1 and engine == "collapsed":
            command += ["--blocks", self.run.blocks]
        return [str(word) for word in command]

    def peer(self, name, topics, sweeps, seed):
        command = [sys.executable, HERE / "peers.py", name, self.path, "--threads", self.run.threads]
        command += ["--topics", topics, "--sweeps", sweeps, "--seed", seed]
        return [str(word) for word in command]

    def command(self, name, *settings):
        return self.ours(*settings) if name == OURS else self.peer(name, *settings)

    def start(self, command, **streams):
        return subprocess.Popen(command, env=self.environment, text=True, **streams)

    def seconds(self, command):
        """Wall time of a whole command; a peer that goes on to write counts stops the
        clock by saying `done`."""
        started = time.perf_counter()
        with self.start(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            taken = None
            for line in process.stdout:
                if line == "done\n":
                    taken = time.perf_counter() - started
        if process.returncode:
            sys.exit(f"failed: {' '.join(command)}")
        return taken or time.perf_counter() - started

    def sweeping(self, name, topics, sweeps, seed, out=None):
        """Seconds of all sweeps but the first: a run less a run of one sweep. None where
        starting up took so unevenly long that nothing is left."""
        one = self.seconds(self.command(name, topics, 1, seed))
        command = self.command(name, topics, sweeps, seed)
        if out and name != OURS:
            command += ["--out", str(out)]
        taken = self.seconds(command) - one
        return taken if taken > 0 else None

    def score(self, name, topics, sweeps, seed, out):
        """The log joint per token of the last topics, from counts, by the same function
        for every program."""
        import corpora
        import numpy
        from peers import state_counts

        if name == OURS:
            # The seed makes the chain that was timed once more.
            results, state = self.folder / "results", self.folder / "state"
            fit = [*self.ours(topics, sweeps, seed), "--json", "--out", str(results)]
            said = json.loads(subprocess.run(fit, capture_output=True, check=True).stdout)
            export = [self.run.binary, "export", results, "--to", "mallet-state", "--out", state]
            subprocess.run(export, capture_output=True, check=True)
            shutil.rmtree(results)
            with open(state) as lines:
                counts = state_counts(lines, topics)
        else:
            with numpy.load(out) as arrays:
                counts = [arrays[key] for key in arrays.files]
        value = corpora.log_joint(*counts, float(ALPHA), float(ETA)) / self.corpus.tokens
        if name == OURS and abs(value - said["log_joint_per_token"]) > 1e-9:
            sys.exit(f"scores differ: {value} here, {said['log_joint_per_token']} there")
        return value

    def first(self, command, target):
        """The first sweep whose value reaches the target; None if none of them does."""
        ours = command[0] == str(self.run.binary)
        if ours:
            command = [*command, "--progress", "json"]
            process = self.start(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        else:
            command = [*command, "--trace"]
            process = self.start(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        with process:
            for sweep, value in trace(process.stderr if ours else process.stdout):
                if value >= target:
                    process.terminate()
                    return sweep
        if process.returncode:
            sys.exit(f"failed: {' '.join(command)}")
        return None

    def touch(self, topics):
        """Tokens a second of a sweep that does nothing but touch memory."""
        environment = {**os.environ, "GIBBSCOPE_BENCH_CORPUS": str(self.path)}
        environment["GIBBSCOPE_BENCH_TOPICS"] = str(topics)
        command = ["cargo", "bench", "--quiet", "--bench", "sampling", "--", f"^touch/{topics}$"]
        subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)
        target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
        text = (target / f"criterion/touch/{topics}/new/estimates.json").read_text()
        return self.corpus.tokens / (json.loads(text)["median"]["point_estimate"] * 1e-9)


def trace(lines):
    """Sweeps and values, from our progress or that of peers.py."""
    for line in lines:
        if line.startswith("{"):
            event = json.loads(line)
            if event["event"] == "sweep":
                yield event["sweep"], event["log_joint_per_token"]
        elif line != "done\n":
            sweep, value = line.split()
            yield int(sweep), float(value)


def middle_of(values):
    return median(values) if values else NONE


def table(head, rows):
    rows = [head, *rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:]))]
        print("  ".join(cells).rstrip(), flush=True)
    print()


def in_turn(names, rounds):
    """Every program in every round, each round in the opposite order of the one before."""
    for turn in range(rounds):
        yield from ((turn, name) for name in (names if turn % 2 == 0 else names[::-1]))


def throughput(bench, run):
    names = [OURS, *run.peers]
    print(f"Million tokens a second over {run.sweeps} sweeps, median of {run.rounds} rounds, lowest")
    print("and highest; log joint per token after the last sweep of the last round.\n")
    for topics in run.topics:
        rates = {name: [] for name in names}
        scores = {}
        for turn, name in in_turn(names, run.rounds):
            out = bench.folder / f"{name}.npz" if turn == run.rounds - 1 else None
            seed = run.seed + turn
            taken = bench.sweeping(name, topics, run.sweeps, seed, out)
            if taken:
                rates[name].append(bench.corpus.tokens * (run.sweeps - 1) / taken / 1e6)
            if out:
                scores[name] = bench.score(name, topics, run.sweeps, seed, out)
        middle = {name: middle_of(values) for name, values in rates.items()}
        rows = []
        for name in names:
            lowest, highest = (f(rates[name], default=NONE) for f in (min, max))
            speeds = [f"{rate:.3f}" for rate in (middle[name], lowest, highest)]
            rows.append([name, *speeds, f"{middle[OURS] / middle[name]:.2f}", f"{scores[name]:.4f}"])
        table([f"K={topics}", "M tokens/s", "lowest", "highest", "ours/it", "log joint"], rows)
        if run.peers:
            fastest = max(run.peers, key=lambda name: (middle[name] > 0, middle[name]))
            print(f"ours / the fastest peer ({fastest}): {middle[OURS] / middle[fastest]:.2f}")
        if not run.no_touch:
            limit = bench.touch(topics) / 1e6
            share = middle[OURS] / limit
            print(f"touch-only: {limit:.1f} M tokens/s; ours is {share:.1%} of that limit")
        print(flush=True)


def quality(bench, run):
    names = [OURS, *run.peers]
    print("Seconds until the log joint per token first reaches what tomotopy has after")
    print(f"{run.quality_sweeps} sweeps; median of {run.rounds} rounds.\n")
    for topics in run.topics:
        out = bench.folder / "target.npz"
        bench.seconds([*bench.peer("tomotopy", topics, run.quality_sweeps, run.seed), "--out", str(out)])
        target = bench.score("tomotopy", topics, run.quality_sweeps, run.seed, out)
        taken = {name: [] for name in names}
        sweeps = {name: [] for name in names}
        for turn, name in in_turn(names, run.rounds):
            seed = run.seed + turn
            first = bench.first(bench.command(name, topics, run.most, seed), target)
            sweeps[name].append(first or float("inf"))
            seconds = bench.sweeping(name, topics, first, seed) if first else float("inf")
            if seconds:
                taken[name].append(seconds)
        ours = middle_of(taken[OURS])
        rows = []
        for name in names:
            seconds = middle_of(taken[name])
            rows.append([name, f"{median(sweeps[name]):.0f}", f"{seconds:.3f}", f"{seconds / ours:.2f}"])
        table([f"K={topics}, {target:.4f}", "sweeps", "seconds", "it/ours"], rows)


def variational(bench, run):
    import numpy

    print(f"Variational Bayes: seconds a pass over {run.sweeps} passes, median of {run.rounds} rounds,")
    print("and the bound per token after them; ours also to the bound of scikit-learn.\n")
    for topics in run.topics:
        taken = {OURS: [], "sklearn": []}
        bounds = {}
        out = bench.folder / "sklearn.npz"
        for turn, name in in_turn(list(taken), run.rounds):
            seed = run.seed + turn
            if name == OURS:
                one, all_ = (bench.ours(topics, n, seed, "variational") for n in (1, run.sweeps))
                said = subprocess.run([*all_, "--json"], capture_output=True, check=True).stdout
                bounds[name] = json.loads(said)["bound_per_token"]
            else:
                one, all_ = (bench.peer(name, topics, n, seed) for n in (1, run.sweeps))
                all_ += ["--out", str(out)]
            seconds = bench.seconds(all_) - bench.seconds(one)
            if seconds > 0:
                taken[name].append(seconds / (run.sweeps - 1))
        with numpy.load(out) as arrays:
            bounds["sklearn"] = float(arrays["arr_0"])
        passes = {name: middle_of(values) for name, values in taken.items()}
        ratio = passes["sklearn"] / passes[OURS]
        rows = [[n, f"{passes[n]:.4f}", f"{passes[n] / passes[OURS]:.2f}", f"{bounds[n]:.4f}"] for n in taken]
        table([f"K={topics}", "seconds/pass", "it/ours", "bound"], rows)
        command = bench.ours(topics, run.most, run.seed, "variational")
        first = bench.first(command, bounds["sklearn"])
        there = f"is reached after {first} passes of ours" if first else f"is not reached in {run.most} passes"
        print(f"a pass of ours is {ratio:.1f} times as fast; its bound {there}\n", flush=True)


def main():
    run = options()
    if run.install:
        install(run.install)
    if unknown := set(run.peers) - set(PEERS):
        sys.exit(f"no such peer: {', '.join(unknown)}; there are {', '.join(PEERS)}")
    if not run.binary.is_file():
        sys.exit(f"there is no {run.binary}: cargo build --release")
    import corpora

    corpus = corpora.read(run.corpus) if run.corpus else corpora.reuters()
    print(f"{len(corpus.lengths)} documents, {corpus.vocabulary} words, {corpus.tokens} tokens;", end=" ")
    print(f"alpha {ALPHA}, eta {ETA}, {run.threads} thread(s)\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(run, corpus, folder)
        if run.quality:
            quality(bench, run)
        if run.variational:
            variational(bench, run)
        if not (run.quality or run.variational):
            throughput(bench, run)


if __name__ == "__main__":
    main()
