"""One evening: parts of the translator as a learner writes them, each at work as soon as it passes.

    from tformer.course.evening import check

    check(softmax)  # a card; and the machine with this part, once it passes, and what it translates

Whatever is drawn here is computed by the learner's parts, by the course's where one is missing.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from html import escape

import torch
from torch import Tensor

from tformer import probes, viz
from tformer._support import progress_file
from tformer.course import coach
from tformer.course.checker.keeping import standing_alone
from tformer.course.checker.report import BOX, EDGES, Card, Printed, Report
from tformer.course.course_map import NEEDED
from tformer.course.kept import answer_source, own
from tformer.course.your_translator import Yours, assembled, looks
from tformer.course.your_translator.assembly import WEIGHTS
from tformer.course.your_translator.learning import Beginner, Learner, Loss
from tformer.course.your_translator.looks import instead, labels, pair
from tformer.course.your_translator.stages import drawn
from tformer.data.tasks import number_words

SENTENCE, ENGLISH = "Sie sieht ihr Kind an.", "She looks at her child."
RATE, RISE = 1e-2, 50  # the highest rate, reached after so many updates
_here: dict[str, str] = {}  # what passed in this session, where nothing is kept


def machine() -> Yours:
    """The trained translator on all answers that are kept, or that passed here."""
    mine = {name: answer_source(name) for name in own()} if progress_file.enabled() else _here
    return _machine(tuple((name, source) for name, source in mine.items() if name in NEEDED))


@lru_cache(2)
def _machine(sources: tuple[tuple[str, str], ...]) -> Yours:
    torch.set_num_threads(1)  # for tensors this small, more threads only wait for each other
    return assembled(dict(sources))


def check(fn: Callable) -> "Alive":
    """The report of `tformer.exercises.check`, and the machine, with the learner's function in it
    once it passes. Raises what that `check` raises.
    """
    report = replace(coach.check(fn), next="")
    name = report.exercise
    if not progress_file.enabled() and report.passed and report.own:
        _here[name] = standing_alone(fn, name)
    return Alive(machine(), report)


class Alive(Printed):
    """A report, which parts are whose, what the machine translates, and how often one answered."""

    def __init__(self, yours: Yours, report: Report, text: str = SENTENCE):
        self.report, name = report, report.exercise
        self.own, part = yours.yours, yours.parts[name]
        before = part.calls
        beams = 5 if name in ("softmax", "penalised_beam_search") else 1  # greedy has none
        said = f"“{text}” → “{yours.translate(text, beams)}”"
        calls = f"Your {name} answered {part.calls - before} times for this sentence."
        course = f"The course’s own {name} did this, until yours passes."
        self.title = f"{len(self.own)} of {len(NEEDED)} parts are yours"
        troubles = [f"Not used: {t}" for t in yours.troubles if t.part == name]
        self.says = [said, calls if name in self.own else course, *troubles]

    def __repr__(self) -> str:
        return "\n".join([repr(self.report), self.title, *self.says])

    def html(self) -> str:
        rows = "".join(f"<div>{escape(line)}</div>" for line in self.says)
        picture = drawn(self.own, self.report.exercise)
        return (
            f"{self.report.html()}"
            f'<div style="{BOX.format(edge=EDGES["passed" if self.own else "not started"])}"><div>'
            f"<strong>{self.title}</strong></div>{rows}{picture}</div>"
        )


def rows(text: str = SENTENCE) -> viz.Figure:
    """The vectors of a sentence's pieces beside the waves of their places; a slider picks one."""
    m = machine().machine
    ids = torch.tensor([m.text_to_ids(text)])
    names, show = labels(m, ids), 48
    waves = m.parts.sinusoidal_positions(40, m.config["d_model"])
    tables = (m.parts.scaled_embedding(m.table, ids)[0], waves)
    figure, axes = viz.subplots(1, 2, width=7.2, height=2.8)
    for ax, table, title, most in zip(axes, tables, ("words", "places"), (2, 1), strict=True):
        ax.imshow(table[:, :show].numpy(), cmap="RdBu_r", vmin=-most, vmax=most, aspect="auto")
        ax.set(title=title, xlabel=f"feature, 0 to {show - 1}")
        ax.grid(False)
    axes[0].set_yticks(range(len(names)), names)
    frames = [ax.axhspan(-0.5, 0.5, fill=False, ec=viz.ORANGE, lw=2) for ax in axes]

    def pick(place: int) -> str:
        for frame in frames:
            frame.set_y(place - 0.5)
        first = [", ".join(f"{x:.2f}" for x in table[place, :3].tolist()) for table in tables]
        return (f"“{names[place].strip()}” at place {place}: its vector begins with {first[0]}, "
                f"the waves of the place with {first[1]}.")  # fmt: skip

    return viz.live(figure, pick, place=(0, len(names) - 1, 1), strip=[dict(place=1)],
                    caption="Each piece’s vector, and the waves that are added")  # fmt: skip


def maps(text: str = SENTENCE, english: str = "", **view: int) -> viz.Figure:
    """Every map of the encoder; with ``english``, where the decoder looks while it writes that."""
    return looks.maps(machine(), text, english, **view)


@torch.no_grad()
def leak(text: str = SENTENCE, english: str = ENGLISH) -> viz.Figure:
    """Which steps of the decoder feel a changed piece, with the decoder's mask and with none."""
    m = machine().machine
    source, target = pair(m, text, english)
    read, names = target[:, :-1], labels(m, target[:, :-1])
    memory = m.encode(source)
    felt = {"its mask": probes.leak(lambda ids: m.decode(ids, *memory), read)}
    with instead(m, decoder_mask=lambda ids, pad: torch.ones(1, 1, *[ids.shape[1]] * 2).bool()):
        felt["no mask"] = probes.leak(lambda ids: m.decode(ids, *memory), read)
    figure, ax = viz.subplots(width=4.2, height=3.6)
    grid = viz.token_grid(ax, names, names)
    ax.set(xlabel="the piece that is changed", ylabel="the step that feels it")

    def show(decoder: str) -> str:
        grid.set_data((felt[decoder] > 0).float().numpy())
        ahead = int((felt[decoder].triu(1) > 0).sum())
        most = len(names) * (len(names) - 1) // 2
        return f"With {decoder}, {ahead} of {most} looks ahead are felt."

    return viz.live(figure, show, decoder=list(felt), strip=[dict(decoder=x) for x in felt],
                    caption="The leak meter: which step feels which piece")  # fmt: skip


def without_layers(text: str = SENTENCE) -> Card:
    """What the machine says with each layer of the encoder switched off in its turn."""
    yours, lines = machine(), []
    m, whole = yours.machine, yours.machine.encoder
    try:
        for off in range(len(whole)):
            m.encoder = [layer for i, layer in enumerate(whole) if i != off]
            lines.append((f"layer {off} off", yours.translate(text, 1)))
    finally:
        m.encoder = whole
    whose = "your" if "encoder_layer" in yours.yours else "the course’s"
    return Card(f"“{text}”, by {whose} encoder_layer", lines=tuple(lines))


def one_step(loss: Loss, rate: float = 0.1) -> Card:
    """The loss of one pair before and after one step down its gradient, with every weight."""
    learner = Learner(machine(), WEIGHTS)
    ids = pair(learner.m, SENTENCE, ENGLISH)
    before = learner.step(loss, *ids, torch.optim.SGD(learner.weights, rate))
    rows = ("before", f"{before:.2f} nats per piece"), ("after", f"{loss(learner.m, *ids):.2f}")
    return Card(f"“{SENTENCE}” → “{ENGLISH}”, one step of {rate}", lines=rows)


def from_nothing(loss: Loss, updates: int = 250) -> Beginner:
    """A small machine on the learner's parts, from random numbers; it learns number words."""
    beginner = Beginner(machine(), number_words())
    rule = torch.optim.AdamW(beginner.weights, betas=(0.9, 0.98), weight_decay=0)

    def step(source: Tensor, target: Tensor, update: int) -> float:
        rule.param_groups[0]["lr"] = RATE * min(update / RISE, 1 - 0.98 * update / updates)
        return beginner.step(loss, source, target, rule)

    beginner.learn(step, updates)
    return beginner
