"""What may be read about the Transformer elsewhere, and what a run shows: the course's index.

The keys are those of the lessons' ``covers:`` tags; the lessons are named by their numbers.
"""

import re
from html import escape
from typing import NamedTuple

from tformer.course.checker.report import BOX, EDGES, Printed
from tformer.course.course_map import LESSONS


class Claim(NamedTuple):
    """One line of the index: what may be read, what a run shows, in which lessons."""

    read: str
    run: str
    lessons: tuple[str, ...]


def _claim(lessons: str, read: str, run: str) -> Claim:
    return Claim(read, run, tuple(lessons.split()))


CLAIMS = {
    "E1": _claim("06", "A position may see only those before it.",
                 "It sees itself too. Without its diagonal the mask leaves row 0 empty: NaN."),
    "E2": _claim("06", "A printed mask in which late rows see the padding.",
                 "With causal and padding mask together no row sees a padded key."),
    "E3": _claim("10", "The loop over targets may stop one short.",
                 "One label is then never asked: the end, or the first word, as one counts."),
    "E4": _claim("02 10 18", "Compare the output with the sentence that went in.",
                 "Labels are one step ahead. Unshifted, the loss falls below the entropy."),
    "E5": _claim("06 10", "Fill the first place with the padding id.",
                 "Its row is masked whole; softmax gives NaN, and the next layer spreads it."),
    "E6": _claim("05 07", "Q, K and V are equal at the start.",
                 "Three matrices are drawn apart: the three differ before any training."),
    "E7": _claim("02", "A worked softmax whose numbers add up to 1.05.",
                 "Two terms of the sum were forgotten. A sum over the row finds it."),
    "E8": _claim("09", "A model to be copied from the page.",
                 "Two lines with a wrong indent, and it cannot be built. Print what ran."),
    "E9": _claim("02", "Softmax at the end of the model, then cross-entropy.",
                 "Softmax twice: even perfect logits cost ln(e + V - 1) - 1 nats."),
    "E10": _claim("02", "A cross-entropy that takes a sum, and for two axes only.",
                  "It wants the mean, any number of axes, and the log-sum-exp for large logits."),
    "E11": _claim("16", "BLEU with an N-th root around the mean of logarithms.",
                  "The root is in the weights 1/N already; a second one lifts all scores below 1."),
    "E12": _claim("08", "Layer norm by `x.std()`, with eps beside the root.",
                  "The formula has the biased variance and eps inside; at small widths it shows."),
    "E13": _claim("06 09", "A mask is a mask.",
                  "True means keep here and drop there. Swapped, a row sees only the future."),
    "E14": _claim("10", "Slice the target sentence to shift it.",
                  "A string is cut by letters; cut a list of tokens."),
    "E15": _claim("03", "A sentence's vector is the mean of all its places.",
                  "Padding pulls the mean; sum with the mask and divide by its sum."),
    "E16": _claim("03 06 09", "Padding is id 0, and masking takes care of it.",
                  "The id is an argument, and the loss has to leave padding out as well."),
    "E17": _claim("07", "A module that is said to return weights too.",
                  "It returns one tensor; a batch of two unpacks silently into two sentences."),
    "E18": _claim("06", "The padding mask fits any attention.",
                  "An axis too many or too few may broadcast silently; name the axes."),
    "E19": _claim("02", "exp(x) / sum(exp(x)), as the formula says.",
                  "exp overflows above 88.7 in float32; subtract the maximum first."),
    "E20": _claim("01 02 18", "m tokens give m predictions.",
                  "m + 1 tokens give m pairs; the first token needs a start to be predicted from."),
    "E21": _claim("11", "A loop that never sets gradients to zero.",
                  "They add up over updates, and the loss swings. Accumulation is something else."),
    "E22": _claim("02", "Labels run from 1 to V.",
                  "They count from 0: one too high is another word, or an IndexError."),
    "E23": _claim("08 09", "Every stack ends in one more norm.",
                  "After post-norm it changes almost nothing; pre-norm needs it."),
    "E24": _claim("08", "The 1 in its derivative keeps every gradient of a residual alive.",
                  "It is the identity matrix. I + J can vanish; a product of many can explode."),
    "E25": _claim("05 07", "Several heads have as many parameters as one.",
                  "True of the same class; a single head without an output matrix has fewer."),
    "E26": _claim("19", "A stack of convolutions joins any two places in log n layers.",
                  "Only dilated ones; plain ones need n / k."),
    "E27": _claim("19", "Attention costs n² d.",
                  "Its four projections cost 4 n d² more, the larger part until n = 2 d."),
    "E28": _claim("03", "Multiply the embedding by the root of the width.",
                  "Meant for rows of deviation 1/√d; torch's N(0, 1) then drowns the positions."),
    "E29": _claim("05 07", "Divide by the root of the model's width.",
                  "By that of the head's width: 8, not 22.6, or the weights come out too flat."),
    "E30": _claim("13", "To be sure, a logit has to be infinite.",
                  "Differences count: 17 nats ahead is a probability of 1.0 in float32."),
    "E31": _claim("00 10", "The decoder's state comes from its state one step before.",
                  "It reads the whole prefix; an early word changed is felt directly."),
    "E32": _claim("10", "The batch of targets is sliced along its axes.",
                  "Along time only; and of a short row the slice drops padding, not the end."),
    "E33": _claim("01", "A language model estimates a density of known data.",
                  "Words have a probability mass; the true one is never known, only samples."),
    "E34": _claim("06", "Set the attention weights of the future to -inf.",
                  "The scores, before the softmax. On weights or keys it gives -inf or NaN."),
    "E35": _claim("10", "The targets are the words of the sentence.",
                  "And its end. Left out, nothing ever says when to stop."),
    "E36": _claim("05 09", "In self-attention each reaches each.",
                  "In an encoder. A decoder's table has a triangle of zeros."),
    "E37": _claim("05", "One number for each query: its score.",
                  "A score is for a pair; the output is a vector, after softmax and values."),
    "E38": _claim("03", "One-hot rows go into the embedding.",
                  "Ids do; the lookup equals one-hot times table, which nobody stores."),
    "E39": _claim("06", "A causal mask with more rows than columns.",
                  "It is square while a sentence looks at itself."),
    "E40": _claim("05 09", "The embedding and the keys have one width.",
                  "Only with one head; with eight each key has an eighth."),
    "E41": _claim("15", "Writing word by word, it is as slow as a recurrent network.",
                  "Counted, 1,024 steps: a few times its work with a cache, thousands without."),
    "E42": _claim("05 10 19", "Attention makes training parallel.",
                  "Together with known targets and the causal mask; writing stays one by one."),
    "E43": _claim("04", "Without positions the output is invariant to order.",
                  "Equivariant: outputs change places with the words; a causal mask breaks it."),
    "E44": _claim("06 09", "The padding mask belongs to the encoder.",
                  "And to the look at its memory, and to a decoder that is padded."),
    "E45": _claim("03", "An embedding's table is shaped like a linear layer's weight.",
                  "The table is (in, out), the weight (out, in)."),
    "E46": _claim("02", "Softmax amplifies differences.",
                  "It turns them into ratios: 0.1 and 0.9 become 0.31 and 0.69."),
    "E47": _claim("08", "Batch norm of sequences treats each place by itself.",
                  "torch's pools batch and time, and acts differently in training."),
    "E48": _claim("08", "A dropout that is an argument of the feed-forward network.",
                  "Never used, it does nothing; a name says nothing about what runs."),
    "E49": _claim("12", "The schedule at step 0.",
                  "A division by zero: steps count from 1."),
    "E50": _claim("03", "A list of tokens goes into the embedding.",
                  "A tensor of ids does, and a sentence's vector needs its mask."),
    "E51": _claim("10", "`nn.CrossEntropyLoss(output, target)`; `output[-1]` for the last step.",
                  "The first builds a module, the second is the last sentence."),
    "E52": _claim("16", "BLEU of a sentence, whatever its length.",
                  "A missing n-gram makes it 0; counts and lengths belong to the corpus."),
    "E53": _claim("01 16", "PPL, non-autoregressive: with no word on what they are.",
                  "Perplexity is e to the loss; models that write all at once give up the chain."),
    "E54": _claim("20", "Trainning, kernal, dimention.",
                  "Python accepts a misspelt attribute, and the setting has no effect."),
}  # fmt: skip


class Index(Printed):
    """The claims as a table, by lesson: links in a notebook, text elsewhere."""

    def __init__(self) -> None:
        self.names = {lesson.number: lesson.name for lesson in LESSONS}
        order = sorted(CLAIMS, key=lambda key: (CLAIMS[key].lessons, int(key[1:])))
        self.rows = [CLAIMS[key] for key in order]

    def __repr__(self) -> str:
        lines = [f"{' '.join(row.lessons):<9}{row.read}\n{'':9}{row.run}" for row in self.rows]
        return "\n".join([self._title, *lines])

    @property
    def _title(self) -> str:
        return f"{len(self.rows)} things that you may read, and what a run shows"

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self.html()}

    def html(self) -> str:
        """The table as a self-contained piece of HTML."""
        heads = "".join(f"<th {CELL}>{head}</th>" for head in ("you may read", "a run shows", "in"))
        rows = [f"<tr>{heads}</tr>"]
        for row in self.rows:
            links = " ".join(f'<a href="{self.names[n]}.ipynb">{n}</a>' for n in row.lessons)
            cells = (_shown(row.read), _shown(row.run), links)
            rows.append(f"<tr>{''.join(f'<td {CELL}>{cell}</td>' for cell in cells)}</tr>")
        style = BOX.format(edge=EDGES["not started"])
        return (
            f'<div style="{style}"><div><strong>{self._title}</strong></div>'
            f'<table style="margin:6px 0 0;border-collapse:collapse">{"".join(rows)}</table></div>'
        )


def _shown(text: str) -> str:
    """Escaped, and what stands between backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=True))


CELL = 'style="text-align:left;vertical-align:top;padding:3px 14px 3px 0;background:none"'
