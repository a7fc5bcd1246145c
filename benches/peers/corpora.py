"""Corpora as counts, and the one function that scores every program."""

import gzip

import numpy as np
from scipy.special import gammaln


class Corpus:
    """Word ids of all tokens, document by document, and where each document begins."""

    def __init__(self, words, offsets):
        # A word without a token is unknown to programs that read text, and would
        # count in the normalisation of those that read counts.
        seen, self.words = np.unique(words, return_inverse=True)
        self.offsets = np.asarray(offsets)
        self.vocabulary = len(seen)
        self.tokens = len(self.words)
        self.lengths = np.diff(self.offsets)

    def documents(self):
        return np.split(self.words, self.offsets[1:-1])

    def matrix(self):
        counts = np.zeros((len(self.lengths), self.vocabulary), dtype=np.intc)
        np.add.at(counts, (np.repeat(np.arange(len(self.lengths)), self.lengths), self.words), 1)
        return counts

    def texts(self):
        """The documents as lists of words of letters alone, which every tokenizer keeps."""
        names = [name(v) for v in range(self.vocabulary)]
        return [[names[v] for v in document] for document in self.documents()]

    def write(self, path):
        """LDA-C: for each document the number of its words, then word:count."""
        with open(path, "w") as out:
            for document in self.documents():
                words, counts = np.unique(document, return_counts=True)
                pairs = "".join(f" {v}:{n}" for v, n in zip(words, counts))
                out.write(f"{len(words)}{pairs}\n")


def name(v):
    letters = ""
    for _ in range(5):
        v, letter = divmod(v, 26)
        letters += chr(ord("a") + letter)
    return letters


def read(path):
    opener = gzip.open if str(path).endswith(".gz") else open
    with opener(path, "rt") as lines:
        pairs = [[pair.split(":") for pair in line.split()[1:]] for line in lines]
    words = [np.repeat([int(v) for v, _ in p], [int(n) for _, n in p]) for p in pairs]
    offsets = np.concatenate([[0], np.cumsum([len(w) for w in words])])
    return Corpus(np.concatenate(words).astype(np.int64), offsets)


def reuters():
    import lda.datasets

    counts = lda.datasets.load_reuters()
    documents, words = np.nonzero(counts)
    words = np.repeat(words, counts[documents, words])
    return Corpus(words, np.concatenate([[0], np.cumsum(counts.sum(axis=1))]))


def counts_of(documents, words, topics, k):
    """n_dk and n_kv from the document, the word and the topic of every token."""
    by_document = np.zeros((documents.max() + 1, k))
    by_word = np.zeros((k, words.max() + 1))
    np.add.at(by_document, (documents, topics), 1)
    np.add.at(by_word, (topics, words), 1)
    return by_document, by_word


def log_joint(by_document, by_word, alpha, eta):
    """log p(w, z | alpha, eta) under symmetric priors, theta and phi integrated out."""

    def rows(counts, prior):
        size = counts.shape[1]
        rising = gammaln(counts[counts > 0] + prior).sum() - (counts > 0).sum() * gammaln(prior)
        totals = counts.sum(axis=1)
        return rising + (gammaln(size * prior) - gammaln(totals + size * prior)).sum()

    return rows(by_document, alpha) + rows(by_word, eta)
