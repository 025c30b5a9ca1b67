"""Which lesson teaches what: `python notebooks/covers.py` writes COVERAGE.md from the lessons' tags.

A text cell that teaches an idea carries the tag `covers:A5`, the place where a claim that is often
read elsewhere is put right `covers:E33`. The lists below name what the course has to contain.
"""

import re
from pathlib import Path

import nbformat

FOLDER = Path(__file__).parent
TARGET = FOLDER / "COVERAGE.md"

IDEAS = """
## Why one word after another
A1 a generative model is fitted to samples
A2 why the likelihood of a rich model is hard
A3 explicit likelihood or indistinguishable samples
A4 autoregressive models beside adversarial ones
A5 the chain rule: a product of next-word probabilities
A6 exact likelihood, slow generation
A7 a map of generative models
A8 generation, step by step
A9 all words at once, and what that costs

## Tokens
B1 from text to ids
B2 a batch, filled up with padding
B3 one-hot vectors and their memory
B4 special tokens and their names
B5 decoder input and target
B6 shifted right
B7 prefix and next word, a worked table
B8 why the shift, and where it is done
B9 two slices of one list of tokens
B10 the same slices of a batch
B11 which output belongs to which target

## Embeddings
C1 a table of vectors
C2 times the root of the width
C3 lookup is one-hot times table
C4 why vectors, not numbers: likeness and direction
C5 Embedding beside Linear
C6 a table of five, printed
C7 the shape of the table, and its rows
C8 token plus position
C9 a vector for a word, a vector for a sentence
C10 pooling, with padding left out

## Positions
D1 without positions order does not matter
D2 sines and cosines, added
D3 position, pair and width in the formula
D4 fast waves, slow waves
D5 the module: buffer, dropout, longest length

## Attention
AT1 scaled dot-product attention, and why the root
AT2 the shapes, with a value width of its own
AT3 the function
AT4 one head with its projections
AT5 self-attention: all from one sequence
AT6 what the projections map between
AT7 queries, keys and values at the start
AT8 cross-attention
AT9 many heads: split, attend, join
AT10 masked weights of several heads, printed
AT11 is it the number of heads that helps?
AT12 a fair comparison: one wide head
AT13 a fair comparison: narrow heads
AT14 parallel, and far apart is near

## Masks
F1 what a mask is for
F2 the padding mask
F3 the causal mask
F4 both together
F5 minus infinity before the softmax
F6 masks that are added
F7 which positions a word may see
F8 the future cannot be felt
F9 rows that may see nothing

## Feed-forward, residual, norm
G1 two linear maps with a bend
G2 each position by itself
G3 the path around
G4 the module, with its dropout
G5 what the path does for gradients
G6 layer norm in three steps
G7 the module, beside torch's
G8 batch norm and layer norm
G9 the two in one table
G10 norms of sequences
G11 sublayer, residual, norm in one class
G12 norm after or before

## The model
H1 encoder and decoder: who gives what to whom
H2 a walk through both
H3 what goes in
H4 the encoder layer
H5 the decoder layer and its masks
H6 stacks and the last norm
H7 the list of parts
H8 the whole model, logits out
H9 the decoder alone
H10 the order of the decoder's sublayers
H11 from vectors to words

## Softmax and losses
I1 softmax, and ratio
I2 one's own beside torch's
I3 without overflow
I4 from logits to a class
I5 minus the log of the target's probability
I6 one-hot form and integer form
I7 the form with logits
I8 a worked example with five words
I9 sum or mean
I10 the loss of a language model
I11 one pass, all positions
I12 picking the next token's probability
I13 stability in any number of axes
I14 the loss as a function
I15 entropy, divergence, cross-entropy
I16 probabilities or logits out?
I17 no softmax before the loss, and a shifted target
I18 the loss of all steps

## Training
J1 teacher forcing and exposure bias
J2 the loop over steps is one call
J3 backward and step
J4 accumulation: steps, and micro-batches
J5 all positions at once
J6 Adam's settings
J7 the warm-up schedule
J8 why it turns where it turns
J9 where dropout sits
J10 what label smoothing does
J11 smoothed labels
J12 loop, checkpoints, AdamW
J13 what is really trained

## Writing
K1 one token at a time until the end
K2 the cost, beside a recurrent network
K3 training at once, writing in turn

## Cost
L1 four kinds of layer in one table
L2 its symbols
L3 counting attention
L4 steps that must wait
L5 the longest path

## Measuring
M1 perplexity
M2 BLEU
M3 n-grams
M4 precision
M5 what repetition does to it
M6 clipped counts
M7 brevity
M8 the symbols of BLEU
"""

CORRECTIONS = """
E1 a word may see itself
E2 a combined mask, printed right
E3 the end is a target too
E4 the target is shifted by one
E5 a masked start token ends in NaN
E6 queries and keys differ from the start
E7 a softmax that sums to one
E8 code that is printed must run
E9 softmax once
E10 the mean, in any number of axes
E11 BLEU has no further root
E12 the biased variance, eps inside the root
E13 mask conventions do not mix
E14 a list of tokens is no string
E15 pooling leaves padding out
E16 the pad id is an argument, and no part of the loss
E17 what a module returns
E18 a mask with an axis too few
E19 exponentials overflow
E20 m + 1 tokens give m pairs
E21 gradients are set to zero; accumulation has two meanings
E22 labels count from 0
E23 a last norm, where it is needed
E24 the identity matrix in the residual's derivative
E25 parameters of one head and of many
E26 the path of a convolution
E27 the projections cost, too
E28 the root of the width belongs to small vectors
E29 the width of a head in the scale
E30 logits differ, they need not be infinite
E31 a decoder is no recurrence
E32 one axis is sliced
E33 a density, a mass, and what is known of the data
E34 the mask goes on the scores
E35 targets include the end
E36 each to each: in the encoder only
E37 scores are not outputs
E38 a sentence is no batch; one-hot is never stored
E39 the causal mask is square
E40 widths of model and head
E41 beside a recurrent network: counted
E42 parallel because of teacher forcing and the mask
E43 equivariant, and up to which length
E44 the padding mask in all its places
E45 the two shapes of Linear and Embedding
E46 softmax does not amplify
E47 batch norm of sequences
E48 names and dropout of the feed-forward network
E49 the schedule at step 0
E50 ids are tensors, pooling needs the mask
E51 a loss is a module; the last row is no last step
E52 n-grams that are not there, and corpus totals
E53 names that are never explained
E54 spelling of names
"""


def rows(table: str) -> dict[str, str]:
    """{"A1": "a generative model ..."} of a table above."""
    lines = (line.split(" ", 1) for line in table.splitlines() if line and line[0] != "#")
    return {name: text for name, text in lines}


def places() -> dict[str, list[str]]:
    """For each tag the links to the sections that carry it, in the order of the course."""
    found: dict[str, list[str]] = {}
    for path in sorted(FOLDER.glob("[0-9]*.ipynb")):
        heading = ""
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown":
                headings = re.findall(r"^#+ +(.+)$", cell.source, flags=re.M)
                heading = headings[0] if headings else heading
            for tag in cell.metadata.get("tags", []):
                if tag.startswith("covers:"):
                    anchor = heading.replace(" ", "-")
                    link = f"[{path.stem.partition('_')[0]} {heading}](<{path.name}#{anchor}>)"
                    links = found.setdefault(tag.removeprefix("covers:"), [])
                    links += [link] * (link not in links)
    return found


def page() -> str:
    """COVERAGE.md: ideas, corrections, and what no lesson teaches yet."""
    found, known = places(), rows(IDEAS) | rows(CORRECTIONS)
    if strange := sorted(found.keys() - known.keys()):
        raise ValueError(f"covers:{strange[0]} is in no list of {Path(__file__).name}")
    text = ["# Which lesson teaches what", "",
            "Made by `python notebooks/covers.py` from the tags of the lessons."]  # fmt: skip
    for line in IDEAS.splitlines() + ["", "## Often read elsewhere, and put right"]:
        if line.startswith("#"):
            text += ["", line, "", "| | idea | where |", "|---|---|---|"]
        elif line:
            text.append(_row(line, found))
    text += [_row(line, found) for line in CORRECTIONS.splitlines() if line]
    lacking = [name for name in known if name not in found]
    text += ["", "## Still open", "", ", ".join(lacking) if lacking else "Nothing."]
    return "\n".join(text) + "\n"


def _row(line: str, found: dict[str, list[str]]) -> str:
    name, text = line.split(" ", 1)
    return f"| {name} | {text} | {'<br>'.join(found.get(name, ['not yet']))} |"


if __name__ == "__main__":
    TARGET.write_text(page(), encoding="utf-8")
    print("still open:", page().rpartition("## Still open")[2].strip())
