"""Is it any good? Perplexity, BLEU, token accuracy, attention on the right word.

Every figure over a data set comes from sums over the whole set, divided once at the end: the mean
of the sentences' own figures is another, and usually a wrong, number.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence

from jaxtyping import Bool, Float, Int
from torch import Tensor

from tformer._support.checks import check_kind, check_number, check_real, check_size, check_whole
from tformer._support.signatures import checked

Tokens = Sequence  # of str or int: whatever one token is


def perplexity(mean_nll: float) -> float:
    """exp(mean negative log-likelihood per token): as unsure as among so many equal choices.

    ``mean_nll`` is in nats, without label smoothing and padding; beyond 709 the result is infinite.
    Raises: ValueError if ``mean_nll`` is negative or NaN.

    >>> round(perplexity((0.1 + 5.0) / 2), 1)  # not the mean of exp(0.1) and exp(5.0), 74.8
    12.8
    """
    check_real(mean_nll=mean_nll)
    if not mean_nll > -1e-6:  # rounding may leave a hair below zero
        raise ValueError(f"mean_nll={mean_nll} must not be negative: pass -log p, not log p")
    return math.exp(mean_nll) if mean_nll < 709 else math.inf


def perplexity_from_sums(total_nll: float, total_tokens: int) -> float:
    """``perplexity`` of a whole data set, from its summed loss (nats) and its number of tokens.
    Raises: ValueError if ``total_tokens`` < 1 or ``total_nll`` is negative."""
    check_number(1, total_tokens=total_tokens)
    check_real(total_nll=total_nll)
    if not total_nll > -1e-6 * total_tokens:
        raise ValueError(f"total_nll={total_nll} must not be negative: sum -log p, not log p")
    return perplexity(total_nll / total_tokens)


def bits_per_byte(total_nll: float, total_bytes: int) -> float:
    """Summed loss (nats) in bits, for each byte of the text: comparable between vocabularies.
    Perplexities per token are not: a tokenizer with longer tokens has fewer of them to guess.
    Raises: ValueError if ``total_bytes`` < 1."""
    check_number(1, total_bytes=total_bytes)
    check_number(0, total_nll=total_nll)
    return float(total_nll / math.log(2) / total_bytes)


def ngrams(tokens: Tokens, n: int) -> Counter:
    """How often each run of n tokens occurs, keyed by tuple; empty if there are fewer than n.
    Raises: TypeError if ``tokens`` is one string; ValueError if ``n`` < 1."""
    _check_tokens(tokens=tokens)
    check_size(n=n)
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def _check_tokens(**several: Tokens) -> None:
    for name, tokens in several.items():
        check_kind(Sequence, **{name: tokens})
        if isinstance(tokens, str):
            raise TypeError(f"{name} is the string {tokens[:40]!r}; give a list: text.split()")


def modified_precision(candidate: Tokens, references: Sequence[Tokens], n: int) -> tuple[int, int]:
    """(matches, total): the candidate's n-grams, and how many of them a reference accounts for.

    An n-gram counts at most as often as in the one reference that has it most ("clipping"):
    otherwise "the the the" would be a perfect translation of anything with a "the".
    Raises: ValueError if there is no reference or ``n`` < 1; TypeError if a string is passed.
    Source: Papineni et al. 2002, section 2.1.

    >>> modified_precision("the the the".split(), ["the cat".split()], 1)
    (1, 3)
    """
    _check_tokens(candidate=candidate, references=references)
    _check_tokens(**{f"references[{n}]": reference for n, reference in enumerate(references)})
    if not references:
        raise ValueError("references is empty; BLEU needs at least one for each candidate")
    allowed = Counter()
    for reference in references:
        allowed |= ngrams(reference, n)
    found = ngrams(candidate, n)
    return (found & allowed).total(), found.total()


def brevity_penalty(candidate_len: int, reference_len: int) -> float:
    """1 if the candidate is at least as long, else exp(1 - reference_len / candidate_len).

    Precision alone would reward leaving out whatever is hard. An empty candidate gets 0, unless
    the reference is empty too. Raises: ValueError if a length (in tokens) is negative.
    Source: Papineni et al. 2002, section 2.2.2.

    >>> round(brevity_penalty(2, 6), 4)
    0.1353
    """
    check_size(0, candidate_len=candidate_len, reference_len=reference_len)
    if candidate_len >= reference_len:
        return 1.0
    return math.exp(1 - reference_len / candidate_len) if candidate_len else 0.0


def corpus_bleu(
    candidates: Sequence[Tokens], references: Sequence[Sequence[Tokens]], max_n: int = 4
) -> float:
    """BLEU of a whole test set, between 0 and 1 (papers print it times 100).

    Brevity penalty times the geometric mean of the clipped precisions, n = 1..max_n, from matches,
    totals and lengths summed over the corpus; a sentence's reference length is that of the closest
    reference, the shorter of two. Without smoothing: a precision of 0 makes the score 0.

    Each sentence has a token list in ``candidates`` and a list of one or more in ``references``.
    Tokenise and lower-case beforehand: the score depends on it.
    Raises: ValueError if the corpus is empty, a sentence lacks its entry in one of the two or a
        reference, or ``max_n`` < 1; TypeError where a string is passed as tokens.
    Source: Papineni et al. 2002; equal to sacrebleu with tokenize="none", smooth_method="none".

    >>> references = [["thank you so much , Chris".split()]]
    >>> round(corpus_bleu(["thank you so much Chris".split()], references), 4)
    0.5789
    """
    both = {"candidates": candidates, "references": references}
    _check_tokens(**both)
    _check_tokens(**{f"{name}[{n}]": own for name in both for n, own in enumerate(both[name])})
    if not candidates or len(candidates) != len(references):
        got = f"candidates has {len(candidates)} sentences and references {len(references)}"
        raise ValueError(f"{got}; each sentence needs its entry in both")
    check_size(max_n=max_n)
    pairs, summed = list(zip(candidates, references, strict=True)), []
    for n in range(1, max_n + 1):
        counts = [modified_precision(*pair, n) for pair in pairs]
        summed.append([sum(column) for column in zip(*counts, strict=True)])
    closest = (min((abs(len(r) - len(c)), len(r)) for r in its)[1] for c, its in pairs)
    return bleu_of_counts(summed, sum(map(len, candidates)), sum(closest))


def bleu_of_counts(
    counts: Sequence[Sequence[int]], candidate_len: int, reference_len: int
) -> float:
    """BLEU, between 0 and 1, of numbers that are summed over the corpus already.

    ``counts`` are (matches, total) for n = 1, 2, ... up to the longest n-gram; see `corpus_bleu`.
    Raises: ValueError if ``counts`` is empty or holds no such pair, or a length is negative.

    >>> round(bleu_of_counts([(4, 5), (3, 4), (2, 3), (1, 2)], 5, 6), 4)
    0.5475
    """
    if not len(counts):
        raise ValueError("counts is empty; give (matches, total) for at least n = 1")
    for matches, total in counts:
        check_whole(matches=matches, total=total)
    if not all(0 <= matches <= total for matches, total in counts):
        raise ValueError(f"counts={counts!r:.60}: matches lie between 0 and their total")
    logs = (math.log(matches / total) if matches else -math.inf for matches, total in counts)
    mean_log = sum(log / len(counts) for log in logs)
    return brevity_penalty(candidate_len, reference_len) * math.exp(mean_log)


def bleu_tokens(text: str) -> list[str]:
    """The words of a text as sacrebleu's "13a" cuts them (NIST's mteval-v13a), lower-cased.

    >>> bleu_tokens("A 3.5-inch dog, isn't it?")
    ['a', '3.5', '-', 'inch', 'dog', ',', "isn't", 'it', '?']
    """
    check_kind(str, text=text)
    for written, sign in (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
        text = text.replace(written, sign)
    text = f" {text.lower()} "
    text = re.sub(r"([{-~\[-` -&(-+:-@/])", r" \1 ", text)  # signs stand alone
    text = re.sub(r"([^0-9])([.,])", r"\1 \2 ", text)  # but 3.5 and 1,000 are one word
    text = re.sub(r"([.,])([^0-9])", r" \1 \2", text)
    return re.sub(r"([0-9])(-)", r"\1 \2 ", text).split()


@checked
def token_accuracy(
    predictions: Int[Tensor, "*all"], targets: Int[Tensor, "*all"], ignore_index: int | None = None
) -> float:
    """Share of the positions, of those not ``ignore_index``, whose predicted id is the target.
    Raises: TypeError if ids are no integers, ValueError if shapes differ or no position counts."""
    right = predictions == targets
    if ignore_index is not None:
        right = right[targets != ignore_index]
    if not right.numel():
        raise ValueError(f"targets holds nothing but ignore_index={ignore_index}: no share exists")
    return right.float().mean().item()


@checked
def alignment_error(weights: Float[Tensor, "*B T S"], alignment: Bool[Tensor, "*B T S"]) -> float:
    """Share of the steps whose largest attention weight lies on a wrong source position.

    Args: ``weights``, a row for each output step; ``alignment``, True at the positions where that
        step should look (the task makes them known; see `data.tasks`), or any one of them. A step
        without a right position, such as padding, does not count.
    Raises: TypeError for weights that are no floats or an alignment that is not boolean,
        ValueError if the shapes differ or no step has a right position.
    """
    if weights.isnan().any():
        raise ValueError("weights holds NaN, which has no largest")
    known = alignment.any(-1)
    if not known.any():
        raise ValueError("alignment is False everywhere: no step has a right position")
    wrong = ~alignment.gather(-1, weights.argmax(-1, keepdim=True)).squeeze(-1)
    return wrong[known].double().mean().item()
