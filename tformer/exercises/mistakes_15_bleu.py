"""What goes wrong in BLEU."""

from .core import Mistake, twist
from .variant_15_bleu import brevity_of, variant

# fmt: off
MISTAKES = (
    twist("not-clipped", "The n-gram matches are not clipped: \"the the the\" scores as if it were "
          "right three times.", clip="no"),
    twist("distinct-matches", "Each matching n-gram counts once, however often both have it.",
          clip="set"),
    Mistake("distinct-n-grams-only", "It works with sets of n-grams: repetition is lost among the "
            "matches and in the totals.",
            lambda c, r, max_n=4: variant(c, r, max_n, clip="set", total="distinct")),
    twist("recall", "The matches are divided by the reference's n-grams: that is recall, not "
          "precision.", total="reference"),
    twist("divided-by-tokens", "The matches are divided by the number of tokens, not of n-grams.",
          total="tokens"),
    twist("single-words-only", "Only single words count: the n-grams of every order are meant, "
          "up to max_n.",
          size="one"),
    twist("n-grams-up-to-n", "Each order counts all n-grams up to that size together.",
          size="up to n"),
    twist("arithmetic-mean", "It takes the arithmetic mean of the precisions; BLEU takes the "
          "geometric one, exp of the mean of the logarithms.", mean="arithmetic"),
    twist("all-n-grams-together", "It divides all matches by all n-grams, whatever their size; "
          "each order has its own precision.", mean="arithmetic of all"),
    twist("harmonic-mean", "It takes the harmonic mean of the precisions; BLEU takes the geometric "
          "one.", mean="harmonic"),
    twist("product-of-precisions", "It multiplies the precisions and forgets the root: the mean of "
          "the logarithms is meant, not their sum.", mean="product"),
    twist("smallest-precision", "Only the smallest precision counts, that of the longest n-grams; "
          "their geometric mean is meant.", mean="least"),
    twist("sum-of-precisions", "It adds up the precisions.", mean="sum"),
    twist("exp-forgotten", "It returns the mean of the logarithms: exp is missing.",
          mean="mean of logs"),
    twist("base-two", "It raises 2 to the mean of natural logarithms; e is meant.",
          mean="base two"),
    twist("logarithms-to-base-two", "It takes logarithms to base 2 and then exp, which belongs to "
          "natural ones.", mean="log2"),
    twist("quadratic-mean", "It takes the root of the mean square of the precisions; BLEU takes "
          "the geometric mean.", mean="quadratic"),
    twist("weights-by-n", "The orders have different weights; they all count the same, 1 / max_n.",
          weights="by n"),
    twist("weights-halving", "The weights halve from order to order; they all count the same, "
          "1 / max_n.", weights="halving"),
    twist("weights-always-a-quarter", "The weight is always 1/4; it is 1 / max_n.",
          weights="quarter"),
    twist("extra-root", "The root is taken twice: the mean of the logarithms is divided by max_n "
          "once more, so every score is far too high.", weights="root too"),
    twist("no-brevity-penalty", "There is no brevity penalty: a short candidate that leaves out "
          "the difficult half is not punished.", brevity="none"),
    twist("brevity-inverted", "The brevity penalty is inverted: it punishes long candidates and "
          "not short ones.", brevity="inverted"),
    twist("brevity-ratio-upside-down", "The ratio in the brevity penalty is upside down: it is "
          "exp(1 - reference / candidate).", brevity="upside down"),
    twist("brevity-for-all", "The formula of the brevity penalty is used for long candidates too: "
          "they get more than 1.", brevity="always"),
    twist("brevity-ratio", "The brevity penalty is the ratio of the lengths; it is exp(1 - "
          "reference / candidate).", brevity="ratio"),
    twist("length-ratio", "The score is multiplied by candidate / reference, also above 1; the "
          "brevity penalty is exp(1 - reference / candidate), at most 1.",
          brevity="plain ratio"),
    twist("brevity-rewards", "The sign in the brevity penalty is wrong: short candidates are "
          "rewarded.", brevity="reward"),
    twist("length-penalised-both-ways", "Long candidates are punished as well; precision does that "
          "already.", brevity="both ways"),
    twist("long-ones-get-a-ratio", "Long candidates are multiplied by reference / candidate; they "
          "should get 1.", brevity="long ratio"),
    twist("brevity-squared", "The brevity penalty is applied twice.", brevity="twice"),
    twist("brevity-one-missing", "The 1 in exp(1 - reference / candidate) is missing.",
          brevity="no one"),
    twist("brevity-of-distinct-words", "The brevity penalty counts distinct words; all words "
          "count.", brevity="distinct"),
    twist("brevity-inside-the-root", "The brevity penalty is inside the root; it multiplies the "
          "mean.", brevity="inside"),
    twist("brevity-added", "The brevity penalty is added; it multiplies.", brevity="added"),
    twist("missing-orders-dropped", "Orders for which the candidate is too short are left out of "
          "the mean: \"va\" alone would score. A precision that does not exist counts as 0.",
          zero="drop missing"),
    twist("zero-precisions-dropped", "Precisions of 0 are left out of the mean: one of them makes "
          "the whole score 0.", zero="drop zero"),
    twist("zero-precisions-skipped", "Precisions of 0 are skipped in the sum of the logarithms, as "
          "if they were 1: one of them makes the whole score 0.", zero="skip in sum"),
    twist("tiny-number-for-zero", "A precision of 0 is replaced by a tiny number; the score is "
          "then exactly 0.", zero="epsilon"),
    twist("tenth-for-zero", "A precision of 0 is replaced by 0.1: that is smoothing; the score is "
          "0.", zero="tenth"),
    twist("plus-one-smoothing", "One is added to matches and totals: that is smoothing.",
          zero="plus one"),
    twist("plus-one-smoothing-above-1", "One is added to matches and totals from the pairs on: "
          "that is smoothing.", zero="plus one above 1"),
    twist("halving-smoothing", "A precision of 0 is replaced by ever smaller numbers: that is "
          "smoothing; the score is 0.", zero="exp"),
    twist("logarithm-of-zero", "It takes the logarithm of 0, which raises: if any precision is 0 "
          "the score is 0.", zero="raises"),
    twist("largest-order-missing", "The largest order is left out: range(1, max_n) ends before "
          "max_n.", orders="less one"),
    Mistake("largest-order-counts-as-one", "The largest order is left out of the sum, as if its "
            "precision were 1: range(1, max_n) ends before max_n.",
            lambda c, r, max_n=4: 0.0 if max_n < 2 else brevity_of(len(c), len(r)) * (
                variant(c, r, max_n - 1, brevity="none") ** ((max_n - 1) / max_n))),
    twist("one-order-too-many", "It goes one order beyond max_n.", orders="plus one"),
    twist("single-words-left-out", "It starts with pairs: the single words are left out.",
          orders="from two"),
    twist("always-four-orders", "It always takes four orders, whatever max_n says.",
          orders="four"),
    twist("two-orders-only", "Only single words and pairs count.", orders="two"),
    twist("three-orders-at-most", "It never goes beyond runs of three.", orders="three"),
    Mistake("just-max-n-words-score-0", "A sentence of just max_n words scores 0: it has an n-gram "
            "of each length asked for. Only a shorter one lacks some (< max_n, not <=).",
            lambda c, r, max_n=4: 0.0 if min(len(c), len(r)) <= max_n else variant(c, r, max_n)),
    Mistake("empty-divides-by-zero", "An empty candidate divides by zero; it scores 0.",
            lambda c, r, max_n=4: variant(c, r, max_n) if c else 1 / len(c)),
    twist("percent", "It returns percent; a number between 0 and 1 was asked for.",
          after=lambda x, ps, bp: 100 * x),
    twist("one-minus", "It returns one minus the score.", after=lambda x, ps, bp: 1 - x),
    twist("list-of-precisions", "It returns the precisions; their geometric mean times the brevity "
          "penalty was asked for.", after=lambda x, ps, bp: ps),
    twist("rounded", "The result is rounded to two places: keep all digits.",
          after=lambda x, ps, bp: round(x, 2)),
    twist("brevity-only", "It returns the brevity penalty alone.", after=lambda x, ps, bp: bp),
    Mistake("candidate-and-reference-swapped", "Candidate and reference have changed places.",
            lambda c, r, max_n=4: variant(r, c, max_n)),
    Mistake("letters-not-words", "It works on the letters of the joined text, not on the tokens.",
            lambda c, r, max_n=4: variant("".join(c), "".join(r), max_n)),
)
# fmt: on
