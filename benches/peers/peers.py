"""Runs one peer on one corpus: what `run.py` starts in a process of its own.

Prints `done` after the last sweep, where the clock stops, then writes the counts
where they are wanted. With --trace it prints `sweep value` after every sweep
instead, the value being the log joint per token, and no clock runs.
"""

import argparse
import gzip
import logging
import tempfile

import numpy as np

import corpora

ALPHA, ETA = 0.1, 0.01


def tomotopy(corpus, run):
    import tomotopy

    model = tomotopy.LDAModel(k=run.topics, alpha=ALPHA, eta=ETA, seed=run.seed)
    for text in corpus.texts():
        model.add_doc(text)
    model.optim_interval = 0
    model.burn_in = 0

    def counts():
        words = [np.array(d.words) for d in model.docs]
        documents = np.repeat(np.arange(len(words)), [len(w) for w in words])
        topics = np.concatenate([np.array(d.topics) for d in model.docs])
        return corpora.counts_of(documents, np.concatenate(words), topics, run.topics)

    if run.trace:
        # Its own log likelihood has other constants, so the counts are scored.
        for sweep in range(1, run.sweeps + 1):
            model.train(1, workers=run.threads)
            tell(sweep, corpora.log_joint(*counts(), ALPHA, ETA) / corpus.tokens)
    else:
        model.train(run.sweeps, workers=run.threads)
    return counts


def topica(corpus, run):
    import topica

    texts = topica.Corpus.from_documents(corpus.texts())
    model = topica.LDA(
        run.topics,
        alpha_sum=ALPHA * run.topics,
        beta=ETA,
        optimize_interval=0,
        seed=run.seed,
        num_threads=run.threads,
        use_symmetric_alpha=True,
    )
    watch = {"progress": lambda sweep, _, at: tell(sweep, at["ll"]), "progress_interval": 1}
    # The one sample that it insists on is taken one sweep after the last iteration.
    model.fit(
        texts,
        iters=run.sweeps - 1,
        num_samples=1,
        sample_interval=1,
        keep_theta_draws=False,
        **(watch if run.trace else {"progress": False}),
    )

    def counts():
        with tempfile.NamedTemporaryFile(suffix=".gz") as file:
            model.save_state(file.name)
            with gzip.open(file.name, "rt") as lines:
                return state_counts(lines, run.topics)

    return counts


def pyrmallet(corpus, run):
    from pyrmallet import _rust_mallet

    texts = [" ".join(text) for text in corpus.texts()]
    held = _rust_mallet.Corpus.from_strings(texts)
    assert held.total_tokens == corpus.tokens
    # The one sample that it insists on is taken one sweep after the last iteration.
    model = _rust_mallet.train(
        held,
        num_topics=run.topics,
        iterations=run.sweeps - 1,
        optimize_interval=0,
        num_samples=1,
        sample_interval=1,
        alpha_sum=ALPHA * run.topics,
        beta=ETA,
        seed=run.seed,
        callback=(lambda sweep, _, value: tell(sweep, value)) if run.trace else None,
        callback_interval=1,
    )

    def counts():
        """One sample of theta and phi is the counts of that sample, smoothed."""
        totals = corpus.lengths[corpus.lengths > 0][:, None] + ALPHA * run.topics
        theta = np.array(model.doc_topic_matrix())[corpus.lengths > 0]
        by_document = (theta * totals - ALPHA).round()
        totals = by_document.sum(axis=0)[:, None] + ETA * corpus.vocabulary
        by_word = (np.array(model.topic_word_matrix()) * totals - ETA).round()
        assert by_document.sum() == by_word.sum() == corpus.tokens
        return by_document, by_word

    return counts


def lda(corpus, run):
    import lda

    logging.getLogger("lda").propagate = False
    logging.getLogger("lda").addHandler(logging.NullHandler())

    class Traced(lda.LDA):
        sweeps_done = 0

        def _sample_topics(self, rands):
            super()._sample_topics(rands)
            self.sweeps_done += 1
            if run.trace:
                tell(self.sweeps_done, self.loglikelihood() / corpus.tokens)

    model = Traced(
        run.topics,
        n_iter=run.sweeps,
        alpha=ALPHA,
        eta=ETA,
        random_state=run.seed,
        # Its log likelihood is computed before the first sweep and after the last only.
        refresh=run.sweeps + 1,
    )
    model.fit(corpus.matrix())
    return lambda: (model.ndz_.astype(float), model.nzw_.astype(float))


def sklearn(corpus, run):
    from scipy.sparse import csr_matrix
    from sklearn.decomposition import LatentDirichletAllocation

    counts = csr_matrix(corpus.matrix())
    model = LatentDirichletAllocation(
        run.topics,
        doc_topic_prior=ALPHA,
        topic_word_prior=ETA,
        learning_method="batch",
        max_iter=run.sweeps,
        evaluate_every=-1,
        n_jobs=run.threads,
        random_state=run.seed,
    )
    model.fit(counts)
    # It has no topic for each token: what there is to write is its bound.
    return lambda: (model.score(counts) / corpus.tokens,)


def state_counts(lines, topics):
    """n_dk and n_kv from a MALLET state."""
    tokens = np.array(
        [(int(f[0]), int(f[3]), int(f[5])) for f in map(str.split, lines) if f[0][0] != "#"]
    )
    return corpora.counts_of(*tokens.T, topics)


def tell(sweep, value):
    print(sweep, value, flush=True)


SAMPLERS = {f.__name__: f for f in (tomotopy, topica, pyrmallet, lda)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", choices=[*SAMPLERS, "sklearn"])
    parser.add_argument("corpus")
    for option in ("--topics", "--sweeps", "--seed", "--threads"):
        parser.add_argument(option, type=int, required=True)
    parser.add_argument("--trace", action="store_true")
    parser.add_argument("--out")
    run = parser.parse_args()
    fit = {**SAMPLERS, "sklearn": sklearn}[run.peer]
    counts = fit(corpora.read(run.corpus), run)
    print("done", flush=True)
    if run.out:
        np.savez(run.out, *counts())


if __name__ == "__main__":
    main()
