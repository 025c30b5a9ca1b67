"""Temperature."""

import torch

from ...checker.core import Case, Exercise, Sign, twist
from ...checker.samples import normal


def apply_temperature(logits, temperature):
    return logits / temperature


HINTS = (
    "A temperature below 1 makes differences between logits larger, one above 1 makes them "
    "smaller. Which single operation does both?",
    "What goes in are logits and what comes out are logits: the softmax comes later.",
    "return logits / temperature",
)

# fmt: off
CASES = (
    Case(lambda: (torch.tensor([[2.0, 1.0, -1.0]]), 0.5), "temperature 0.5 doubles every logit"),
    Case(lambda: (normal(2, 3, 4, seed=1), 4.0), "temperature 4, three axes, some logits negative",
         ("high-temperature", "extra-axes")),
    Case(lambda: (torch.tensor([0.5, -torch.inf, 1.5]), 2.5), "a filtered logit stays -inf",
         ("filtered-logit",)),
    Case(lambda: (normal(5, seed=3, dtype=torch.float64), 0.1), "float64 in, float64 out",
         ("float64",)),
    Case(lambda: (normal(2, 3, 2, 4, seed=4), 3.0), "four axes", ("extra-axes",)),
)
# fmt: on


def variant(logits, temperature, power="divide", before=None, after=None):
    """apply_temperature with one switch for each thing that can go wrong."""
    t = temperature
    z = before(logits) if before else logits
    result = {
        "divide": lambda: z / t,
        "times": lambda: z * t,
        "square": lambda: z / t**2,
        "root": lambda: z / t**0.5,
        "minus": lambda: z - t,
        "plus": lambda: z + t,
        "power": lambda: z**t,
        "inverse power": lambda: z ** (1 / t),
        "signed power": lambda: z.sign() * z.abs() ** (1 / t),
        "floor": lambda: z // t,
        "nothing": lambda: z,
        "one plus": lambda: z / (1 + t),
        "exp": lambda: z / torch.tensor(t).exp(),
        "minus sign": lambda: -z / t,
        "at most one": lambda: z / min(t, 1.0),
        "at least one": lambda: z / max(t, 1.0),
        "upside down": lambda: t / z,
        "two minus": lambda: z * (2 - t),
        "with eps": lambda: z / (t + 0.1),
        "half": lambda: z / (2 * t),
        "log": lambda: z * torch.tensor(t).log(),
        "squared scale": lambda: z.square() / t,
        "int": lambda: z / max(int(t), 1),
    }[power]()
    return after(result, logits) if after else result


# fmt: off
MISTAKES = (
    twist("multiplied", "It multiplies by the temperature: a low one would flatten. Logits are "
          "divided by it.", power="times"),
    twist("softmax-too", "It returns probabilities: the result should still be logits, the softmax "
          "comes later.", after=lambda r, z: r.softmax(-1)),
    twist("softmax-over-the-first-axis", "It returns probabilities, and over the wrong axis "
          "(dim=0): the result should still be logits, the softmax comes later.",
          after=lambda r, z: r.softmax(0)),
    twist("log-softmax-too", "It returns log-probabilities: the result should be the logits "
          "divided by the temperature, not normalised.", after=lambda r, z: r.log_softmax(-1)),
    twist("probabilities-divided", "It divides probabilities by the temperature; the logits are to "
          "be divided, before any softmax.", before=lambda z: z.softmax(-1)),
    twist("log-probabilities-divided", "It turns the logits into log-probabilities first.",
          before=lambda z: z.log_softmax(-1)),
    twist("exponentials-divided", "It takes exp of the logits first.", before=torch.exp),
    twist("exp-too", "It takes exp of the result; that belongs to the softmax.",
          after=lambda r, z: r.exp()),
    twist("maximum-taken-off", "The maximum is taken off: that changes no probability, but the "
          "logits divided by the temperature were asked for, not shifted ones.",
          after=lambda r, z: r - r.amax(-1, keepdim=True)),
    twist("mean-taken-off", "The mean is taken off the result.",
          after=lambda r, z: r - r.mean(-1, keepdim=True)),
    twist("standardised", "The logits are brought to mean 0 and standard deviation 1 first.",
          before=lambda z: (z - z.mean(-1, keepdim=True)) / z.std(-1, keepdim=True)),
    twist("rounded", "The result is rounded to whole numbers.", after=lambda r, z: r.round()),
    twist("one-hot", "It returns 1 for the likeliest token and 0 for the others; logits were "
          "asked for.", after=lambda r, z: (r == r.amax(-1, keepdim=True)).to(r.dtype)),
    twist("temperature-squared", "It divides by the square of the temperature.", power="square"),
    twist("temperature-rooted", "It divides by the square root (sqrt) of the temperature.",
          power="root"),
    twist("subtracted", "It subtracts the temperature: that changes no probability at all.",
          power="minus"),
    twist("added", "It adds the temperature: that changes no probability at all.", power="plus"),
    twist("raised-to-temperature", "It raises the logits to the power of the temperature.",
          power="power"),
    twist("raised-to-inverse", "It raises the logits to 1 / temperature: that is for "
          "probabilities; logits are divided.", power="inverse power"),
    twist("probabilities-raised", "It raises the probabilities to 1 / temperature: divided by "
          "their sum they would be those of the divided logits, but logits were asked for.",
          before=lambda z: z.softmax(-1), power="inverse power"),
    twist("sign-kept-power", "It raises the sizes of the logits to 1 / temperature; logits are "
          "divided.", power="signed power"),
    twist("rounded-down", "It divides with //, which rounds down.", power="floor"),
    twist("temperature-ignored", "The temperature has no effect.", power="nothing"),
    twist("one-plus-temperature", "It divides by 1 + temperature.", power="one plus"),
    twist("exp-of-temperature", "It divides by exp of the temperature.", power="exp"),
    twist("log-of-temperature", "It multiplies by the logarithm of the temperature.",
          power="log"),
    twist("sign-flipped", "The sign is wrong: the least likely token becomes the likeliest.",
          power="minus sign"),
    twist("never-above-one", "Temperatures above 1 are taken for 1: nothing is ever flattened.",
          power="at most one"),
    twist("never-below-one", "Temperatures below 1 are taken for 1: nothing is ever sharpened.",
          power="at least one"),
    twist("upside-down", "It is upside down (inverted): it divides the temperature by the logits.",
          power="upside down"),
    twist("two-minus-temperature", "It multiplies by 2 - temperature: right at 1 only.",
          power="two minus"),
    twist("epsilon-added", "A number is added to the temperature before it divides.",
          power="with eps"),
    twist("divided-by-two-as-well", "It divides by twice the temperature.", power="half"),
    twist("logits-squared", "The logits are squared.", power="squared scale"),
    twist("temperature-rounded", "The temperature is rounded to a whole number.", power="int"),
    twist("argmax-returned", "It returns the id of the largest logit; logits were asked for.",
          after=lambda r, z: r.argmax(-1)),
    twist("divided-by-largest", "The result is divided by its largest size.",
          after=lambda r, z: r / r.abs().amax(-1, keepdim=True)),
    twist("filtered-logit-lost", "A logit of -inf is replaced by a number: what was filtered "
          "out comes back.", after=lambda r, z: r.nan_to_num(neginf=-1e9)),
    twist("filtered-logit-zero", "A logit of -inf is replaced by 0: what was filtered out comes "
          "back.", after=lambda r, z: r.nan_to_num(neginf=0.0)),
    twist("in-float32", "It works in float32: float64 input loses half of its digits.",
          after=lambda r, z: r.float()),
    twist("first-row-only", "Only the first item of the batch comes back.",
          after=lambda r, z: r[:1]),
    twist("last-position-only", "Only the last position comes back.", after=lambda r, z: r[
        ..., -1:, :] if r.ndim > 1 else r),
    twist("only-largest-divided", "Only the largest logit is divided; all of them are to be.",
          after=lambda r, z: torch.where(z == z.amax(-1, keepdim=True), r, z)),
    twist("only-positive-divided", "Negative logits are not divided.",
          after=lambda r, z: torch.where(z > 0, r, z)),
    twist("cut-at-zero", "Negative results become 0.", after=lambda r, z: r.clamp(min=0)),
    twist("clamped", "The results are clamped to -10 .. 10.", after=lambda r, z: r.clamp(-10, 10)),
)
# fmt: on


def _probabilities(a, g, w):
    return (g >= 0).all() and torch.allclose(
        g.double().sum(-1), torch.ones(g.shape[:-1], dtype=torch.float64), atol=1e-3
    )


def _shifted(a, g, w):
    return torch.allclose(g.softmax(-1), w.softmax(-1), atol=1e-4)


def _divisor(a, g, w):
    """Every logit is divided by one number, which is not the temperature."""
    z, t = a
    used = torch.isfinite(z) & (z != 0)
    by = (z.double() / g.double())[used] if g.shape == z.shape else torch.zeros(1)
    if not by.numel() or not torch.isfinite(by).all() or not torch.allclose(by, by[:1], rtol=1e-4):
        return False
    return f"It divides by {float(by[0]):.4g} where the temperature is {t:g}."


# fmt: off
SIGNS = (
    Sign("probabilities", "It returns probabilities; the result should still be logits.",
         _probabilities),
    Sign("shifted-logits", "The probabilities would be right, but the logits are shifted: they "
         "should be the given ones divided by the temperature.", _shifted),
    Sign("wrong-above-one", "It is wrong for temperatures above 1 only.",
         lambda a, g, w: a[1] > 1),
    Sign("wrong-below-one", "It is wrong for temperatures below 1 only.",
         lambda a, g, w: a[1] < 1),
    Sign("scaled-otherwise", "All logits are scaled by one factor, but it is not 1 / temperature.",
         _divisor),
    Sign("order-changed", "The order of the tokens changes: dividing by a positive number keeps "
         "it.", lambda a, g, w: (g.argsort(-1) != w.argsort(-1)).any(), every=False),
    Sign("wrong-scale", "It is not the logits divided by the temperature.",
         lambda a, g, w: g.shape == w.shape, every=False),
)
# fmt: on


def _scales(logits, temperature):
    return {"the square of temperature": temperature**2, "temperature + 1": temperature + 1}


EXERCISE = Exercise(
    apply_temperature,
    HINTS,
    CASES,
    MISTAKES,
    variant,
    SIGNS,
    _scales,
    no_gradient="decoding draws tokens, under no_grad",
)
