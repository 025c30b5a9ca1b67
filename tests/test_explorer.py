"""The attention explorer, kernel side: what is refused, what is sent, stored and exported."""

import base64
import html
import io
import json
import re

import ipywidgets
import numpy as np
import pytest
import torch
from PIL import Image

from tformer import viz
from tformer.viz.common.scripts import script
from tformer.viz.maps.maps import visible

HOSTILE = [
    '<img/src="x"/onerror="window.__pwned=1">',
    "</script><script>window.__pwned=1</script>",
    "\"double\" and 'single'",
    "line\nbreak\u2028and\u2029more",
    "שלום",
    "x" * 80,
]


def softmaxed(*shape, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return torch.softmax(torch.randn(*shape, generator=generator), -1)


def words(n):
    return [f"w{i}" for i in range(n)]


def sent(figure):
    """The first sentence of what the browser gets."""
    return figure.widget().payload["sentences"][0]


@pytest.mark.parametrize("shape", [(3, 4), (2, 3, 4), (2, 2, 3, 4)])
@pytest.mark.parametrize("kind", [torch.float64, torch.float32, torch.bfloat16, "numpy", "list"])
def test_every_rank_and_float_is_taken_and_sent_as_float32(shape, kind):
    weights = softmaxed(*shape)
    given = {"numpy": weights.numpy, "list": weights.tolist}.get(kind, lambda: weights.to(kind))()
    packed = sent(viz.attention_map(given, words(3), words(4)))
    full = (1,) * (4 - len(shape)) + shape
    assert packed["shape"] == full
    numbers = np.frombuffer(packed["weights"], "<f4").reshape(full)
    assert np.allclose(numbers, weights.reshape(full), atol=4e-3)


def test_a_graph_is_not_kept_and_the_tensor_not_changed():
    weights = softmaxed(2, 2).requires_grad_()
    before = weights.detach().clone()
    viz.attention_map(weights, words(2)).widget()
    assert torch.equal(weights, before)


def test_the_mask_travels_in_the_shape_it_was_broadcast_from():
    weights, mask = softmaxed(3, 4, 4), torch.ones(1, 1, 4, 4, dtype=torch.bool).tril()
    weights = (weights * mask[0]) / (weights * mask[0]).sum(-1, keepdim=True)
    packed = sent(viz.attention_map(weights, words(4), mask=mask))
    assert packed["mask_shape"] == (1, 1, 4, 4)
    assert packed["mask"] == mask.numpy().astype(np.uint8).tobytes()


def test_a_padding_mask_of_one_row_is_broadcast_over_the_queries():
    packed = sent(viz.attention_map([[0.5, 0.5, 0.0]] * 3, words(3), mask=[True, True, False]))
    assert list(packed["mask"]) == [1, 1, 0] * 3


def test_rows_of_zeros_are_fully_masked_rows():
    figure = viz.attention_map([[0.0, 0.0], [0.5, 0.5]], words(2))
    assert list(sent(figure)["mask"]) == [0, 0, 1, 1]
    assert "1 rows sum to one, 1 may look at nothing; masked cells: 2" in figure.alt


def test_the_scale_between_scores_and_weights_is_found():
    scores = torch.randn(2, 5, 5, generator=torch.Generator().manual_seed(0)) * 3
    mask = torch.ones(5, 5, dtype=torch.bool).tril()
    weights = torch.softmax((scores * 0.125).masked_fill(~mask, -torch.inf), -1)
    figure = viz.attention_map(weights, words(5), mask=mask, scores=scores)
    assert sent(figure)["scale"] == pytest.approx(0.125, rel=1e-4)
    one_hot = viz.attention_map(torch.eye(2), words(2), scores=1e4 * torch.eye(2))
    assert np.isfinite(sent(one_hot)["scale"])


def test_of_weights_that_are_told_alike_the_first_counts_and_of_small_ones_the_largest():
    for tie in (1e-4, -1e-4):  # what another processor may make of it
        weights = [[0.5 - tie, 0.5 + tie, 0, 0], [0.25, 0.25 + tie, 0.25, 0.25 - tie]]
        alt = viz.attention_map(weights, words(2), words(4)).alt
        assert "“w0” looks most at “w0” (0.50), “w1” at “w0” (0.25)" in alt
    faint = np.linspace(0.001, 0.003, 500)
    assert "at “w499” (0.00)" in viz.attention_map([faint / faint.sum()], ["a"], words(500)).alt


def test_the_sentence_is_computed_from_the_numbers():
    weights = [[[1.0, 0.0, 0.0], [0.375, 0.625, 0.0], [0.25, 0.125, 0.625]]]
    mask = np.tri(3, dtype=bool)
    figure = viz.attention_map(weights, ["the", "cat", "sat"], mask=mask)
    assert (
        figure.alt
        == repr(figure)
        == repr(figure.widget())
        == (
            "Attention, 3 queries by 3 keys: “the” looks most at “the” (1.00), "
            "“cat” at “cat” (0.63), “sat” at “sat” (0.63). Each row sums to one; masked cells: 3."
        )
    )


BAD = {
    "one axis": (dict(weights=[1.0]), ValueError, "weights must have shape (T, S)"),
    "five axes": (
        dict(weights=np.ones((1, 1, 1, 2, 2)) / 2),
        ValueError,
        "one sentence, weights[0]",
    ),
    "empty": (dict(weights=np.ones((0, 2))), ValueError, "weights is empty"),
    "integers": (
        dict(weights=torch.eye(2).long()),
        TypeError,
        "weights must hold floats, got int64",
    ),
    "a text": (dict(weights="heat"), TypeError, "weights must be a tensor or an array, got str"),
    "nothing": (dict(weights=None), TypeError, "weights must be a tensor or an array, got None"),
    "ragged": (dict(weights=[[1.0], [0.5, 0.5]]), ValueError, "weights is a ragged list"),
    "not a number": (dict(weights=[[np.nan, 1], [0, 1]]), ValueError, "weights[0, 0] is nan"),
    "infinite": (dict(weights=[[0, 1], [np.inf, 1]]), ValueError, "weights[1, 0] is inf"),
    "negative": (dict(weights=[[2.0, -1.0], [0, 1]]), ValueError, "scores go into scores="),
    "rows": (
        dict(weights=[[0.5, 0.4], [0, 1]]),
        ValueError,
        "sums to 0.9 at layer 0, head 0, query 0 'to'",
    ),
    "columns": (dict(weights=[[0.2, 0.1], [0.8, 0.9]]), ValueError, "softmax over the wrong axis?"),
    "too few": (
        dict(queries=["to"], keys=["to", "be"]),
        ValueError,
        "queries has 1 tokens, keys 2",
    ),
    "swapped": (
        dict(weights=softmaxed(5, 7), queries=words(7), keys=words(5)),
        ValueError,
        "queries has 7 tokens, keys 5, but weights are (5, 7): swapped?",
    ),
    "no keys": (dict(weights=softmaxed(2, 3)), ValueError, "keys is missing"),
    "one string": (dict(queries="to be"), TypeError, "queries.split()?"),
    "ids": (dict(queries=[3, 4]), TypeError, "queries[0] must be a string, got 3"),
    "bytes": (dict(keys=["to", b"be"]), TypeError, "keys[1] must be a string, got b'be'"),
    "a tensor": (
        dict(queries=torch.tensor([3, 4])),
        TypeError,
        "queries must be a list of strings, got Tensor",
    ),
    "float mask": (
        dict(mask=np.zeros((2, 2))),
        TypeError,
        "mask must be bool, True = may attend, got float64",
    ),
    "large mask": (
        dict(mask=np.ones((3, 3), bool)),
        ValueError,
        "mask has shape (3, 3), which does not broadcast",
    ),
    "leak": (dict(mask=np.tri(2, dtype=bool)), ValueError, "weights has 0.4 on a masked cell"),
    "inverted": (
        dict(weights=[[1, 0.0], [0.5, 0.5]], mask=[[False, True], [False, False]]),
        ValueError,
        "give ~mask",
    ),
    "zero row": (
        dict(weights=[[0.0, 0], [0, 1]], mask=[[True, True]]),
        ValueError,
        "mask lets it attend",
    ),
    "scores' shape": (
        dict(scores=np.zeros((1, 2, 2))),
        ValueError,
        "scores has shape (1, 2, 2), weights (2, 2)",
    ),
    "masked scores": (dict(scores=[[0, -np.inf], [0, 0]]), ValueError, "before the mask"),
    "foreign scores": (dict(scores=[[0.0, 9], [5, 0]]), ValueError, "scores and weights disagree"),
    "layer": (dict(layer=1), IndexError, "layer=1 is not in 0..0"),
    "row": (dict(row=-1), IndexError, "row=-1 is not in 0..1"),
    "caption": (dict(caption=3), TypeError, "caption must be a string"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_names_the_argument_and_what_would_be_right(case):
    changes, kind, words_of_it = BAD[case]
    given = dict(weights=[[0.6, 0.4], [0.5, 0.5]], queries=["to", "be"]) | changes
    with pytest.raises(kind, match=re.escape(words_of_it)):
        viz.attention_map(**given)


def test_several_sentences():
    one = dict(weights=softmaxed(2, 2), queries=["a", "b"], label="first")
    figure = viz.attention_map(sentences=[one, (softmaxed(2, 3), ["c", "d"], words(3))])
    labels = [s["label"] for s in figure.widget().payload["sentences"]]
    assert labels == ["first", "2: c d"]
    with pytest.raises(TypeError, match="give sentences or weights, not both"):
        viz.attention_map(softmaxed(2, 2), ["a", "b"], sentences=[one])
    with pytest.raises(ValueError, match=r"sentences\[0\]: queries has 1 tokens"):
        viz.attention_map(sentences=[one | {"queries": ["a"]}])
    for wrong in ([], {}, "text", [3]):
        with pytest.raises(TypeError, match="sentences"):
            viz.attention_map(sentences=wrong)


def test_a_row_of_a_decoder_is_named_by_what_was_read_and_written():
    figure = viz.attention_map(torch.eye(2), [("<bos>", " das"), (" das", "\n")], words(2))
    assert sent(figure)["queries"] == ["<bos> → das", "das → ↵"]
    assert "“das → ↵” at “w1” (1.00)" in figure.alt
    one = dict(weights=torch.eye(2), queries=[("a", "b"), ("b", "c")], keys=words(2))
    assert sent(viz.attention_map(sentences=[one]))["label"] == "1: a → b b → c"
    with pytest.raises(TypeError, match=r"keys\[0\] must be a string, got \('a', 'b'\)"):
        viz.attention_map(torch.eye(2), words(2), one["queries"])
    with pytest.raises(TypeError, match=r"queries\[1\] must be a string, got \('a',\)"):
        viz.attention_map(torch.eye(2), ["a", ("a",)])


def test_words_with_probabilities_stand_above_the_map():
    spoken = [("A", 0.75), (" d\nog", 0.5), (".", 1.0)]
    figure = viz.attention_map(softmaxed(2, 3, 3), words(3), label=spoken)
    assert sent(figure)["words"] == [("A", 0.75), (" d↵og", 0.5), (".", 1.0)]
    assert sent(figure)["label"] == "A d↵og."
    assert figure.strip()[1].endswith("Least sure of “d↵og” (0.50).")
    plain = sent(viz.attention_map(softmaxed(2, 2), words(2), label="said", note="a\tb"))
    assert (plain["words"], plain["label"], plain["note"]) == (None, "said", "a⇥b")
    with pytest.raises(TypeError, match="label must be a string or a list of"):
        viz.attention_map(softmaxed(2, 2), words(2), label=["a", "b"])
    with pytest.raises(ValueError, match=r"probability 1\.5, which is not in 0\.\.1"):
        viz.attention_map(softmaxed(2, 2), words(2), label=[("a", 1.5)])


def test_the_tidiest_map_is_sharp_and_looks_where_the_heads_look():
    even, first = torch.full((4, 4), 0.25), torch.eye(4)[[0, 0, 0, 0]]
    sharp, shifted = torch.eye(4), torch.eye(4)[[1, 2, 3, 0]]
    blurred = 0.6 * sharp + 0.4 * even
    heads = torch.stack([torch.stack(row) for row in ([even, shifted], [blurred, sharp])])
    assert viz.tidiest(heads) == (1, 1)
    assert viz.tidiest(torch.stack([first, blurred])[None]) == (0, 1)
    # As sharp and as varied as the other one, but it looks elsewhere than the heads together.
    assert viz.tidiest(torch.stack([shifted, sharp, blurred])[None]) == (0, 1)
    with pytest.raises(ValueError, match=r"weights must have shape \(L, H, T, S\), got \(4, 4\)"):
        viz.tidiest(even)


def test_a_map_that_is_alone_has_no_title():
    def title_band(figure):
        return np.asarray(Image.open(io.BytesIO(figure.still()[0])).convert("L"))[:26]

    alone = viz.attention_map(torch.eye(3), ["a", "b", "c"])
    assert (title_band(alone) == 255).all()
    one_of_two = viz.attention_map(torch.eye(3).expand(1, 2, 3, 3), ["a", "b", "c"])
    assert (title_band(one_of_two) < 255).any()


def test_tokens_are_made_visible():
    assert visible("a\nb\tc") == "a↵b⇥c"
    assert visible("") == "∅"
    assert visible("  ") == "␣␣"
    assert visible("a\u202eb\ud800\u2028\x07") == "a⟨202E⟩b⟨D800⟩⟨2028⟩⟨07⟩"
    assert visible("क\u200dष שלום") == "क\u200dष שלום"
    spaced, bare = (viz.attention_map(torch.eye(2), t) for t in ([" to", "be "], ["to", "be"]))
    assert spaced.alt == bare.alt  # the blanks of a token stay out of its quotes


# ------------------------------------------------------------------ explore


def warm(temperature=1.0, flip=False, sentence="to be or"):
    queries = sentence.split()
    scores = torch.arange(len(queries) ** 2.0).reshape(len(queries), -1) / 3
    weights = torch.softmax((-scores if flip else scores) / temperature, -1)
    return dict(weights=weights, queries=queries)


def weights_of(figure):
    return np.frombuffer(sent(figure)["weights"], "<f4")


def test_a_control_recomputes_with_the_real_function_and_keeps_the_selection():
    figure = viz.explore(warm, temperature=(0.5, 4.0, 0.5), flip=False)
    widget = figure.widget()
    widget.row = 1
    figure.temperature.value = 4.0
    assert np.array_equal(weights_of(figure), warm(4.0)["weights"].flatten().numpy())
    assert widget.values == {"temperature": 4.0, "flip": False}
    assert widget.row == 1
    assert "“to” looks most at “or”" in figure.alt and repr(widget) == figure.alt


def test_a_control_computes_once():
    calls = []

    def compute(**values):
        calls.append(values)
        return warm(**values)

    figure = viz.explore(compute, temperature=(0.5, 4.0, 0.5), flip=False)
    widget = figure.widget()
    widget.set_state({"values": {"temperature": 2.0, "flip": True}})
    assert calls[1:] == [{"temperature": 2.0, "flip": True}]
    assert figure.flip.value is True
    assert np.array_equal(weights_of(figure), warm(2.0, True)["weights"].flatten().numpy())
    figure.temperature.value = 3.0  # and the kernel's
    assert len(calls) == 3 and widget.values == {"temperature": 3.0, "flip": True}


def test_nonsense_from_the_browser_is_not_taken():
    figure = viz.explore(warm, temperature=(0.5, 4.0, 0.5))
    figure.widget().set_state({"values": {"temperature": "hot", "unknown": 1}})
    assert figure.values == {"temperature": 2.0}
    assert figure.widget().values == {"temperature": 2.0}


def test_a_failing_computation_is_a_message_and_keeps_the_picture():
    figure = viz.explore(warm, sentence="to be or")
    kept = figure.widget().payload
    figure.sentence.value = ""
    assert figure.message and figure.widget().message == figure.message
    assert figure.widget().payload == kept
    figure.sentence.value = "not to be that is"
    assert figure.widget().message == figure.message == ""
    assert sent(figure)["shape"] == (1, 1, 5, 5)
    with pytest.raises(TypeError, match="compute must return a dict"):
        viz.explore(lambda t: [[1.0]], t=(0, 3))
    with pytest.raises(TypeError, match="compute must be callable"):
        viz.explore(3, t=(0, 3))
    with pytest.raises(ValueError, match="controls is empty"):
        viz.explore(warm)
    with pytest.raises(AttributeError, match="no control 'heat'"):
        _ = figure.heat


def test_every_kind_of_control_has_a_native_form():
    def compute(**values):
        return warm()

    figure = viz.explore(
        compute, whole=(1, 5), real=(0.0, 1.0, 0.1), flag=True, choice=["a", "b"], words="text",
        log=ipywidgets.FloatLogSlider(min=-2, max=2), stop=ipywidgets.SelectionSlider(options="ab"),
        free=ipywidgets.FloatText(2.0),
    )  # fmt: skip
    kinds = {s["name"]: s["kind"] for s in figure.widget().controls}
    assert kinds == {
        "whole": "range", "real": "range", "flag": "check", "choice": "select", "words": "text",
        "log": "range", "stop": "walk", "free": "number",
    }  # fmt: skip
    figure.widget().set_state({"values": {**figure.widget().values, "choice": 1}})
    assert figure.choice.value == "b"
    with pytest.raises(TypeError, match="span is a IntRangeSlider"):
        viz.explore(compute, span=ipywidgets.IntRangeSlider())


def spoken(text):
    """As a translator answers: a map of some size, and words to put above it."""
    if not text:
        raise ValueError("text is empty")
    return dict(**warm(sentence=text), label=f"<b>{text}</b> said")


def test_a_text_comes_with_others_to_pick_from_and_its_answer():
    texts = ["to be", "or not", "not to be", "be or not to be"]
    box = ipywidgets.Combobox(value="to be", options=texts)
    figure = viz.explore(spoken, text=box, head=0)
    (told,) = figure.widget().controls
    assert told == {"name": "text", "label": "text", "kind": "text", "options": texts}
    assert sent(figure)["label"] == "<b>to be</b> said"
    figure.widget().set_state({"values": {"text": "one of my own"}})
    assert figure.text.value == "one of my own"
    assert sent(figure)["label"] == "<b>one of my own</b> said"
    figure.widget().set_state({"values": {"text": ""}})
    assert figure.widget().message == "text is empty"  # and the last answer stays
    assert sent(figure)["label"] == "<b>one of my own</b> said"
    box.value = "to be"
    with pytest.raises(IndexError, match="head=1"):
        viz.explore(spoken, text=box, head=1)


def test_a_text_is_stored_and_exported_as_what_can_be_picked():
    texts = ["to be", "or not", "not to be", "be or not to be"]
    figure = viz.explore(spoken, text=ipywidgets.Combobox(value="or not", options=texts))
    _, alt = figure.strip()  # words to type: one map, large
    assert re.findall("<b>(.*?)</b> said: Attention", alt) == ["or not"]
    page, data = page_of(figure)
    assert data["controls"][0]["kind"] == "select" and data["controls"][0]["value"] == 1
    assert data["controls"][0]["options"] == texts
    assert [f["sentences"][0]["label"] for f in data["frames"]] == [
        f"<b>{text}</b> said" for text in texts
    ]
    assert "<b>to be" not in page
    figure.text.value = "one of my own"
    _, data = page_of(figure)
    assert data["controls"][0]["options"] == ["one of my own", *texts]
    assert data["controls"][0]["value"] == 0


def test_figures_without_a_front_end_open_no_widget(monkeypatch):
    figure = viz.attention_map(torch.eye(2), ["to", "be"])
    figure.strip(), figure.html(), figure.alt
    assert figure._widget is None


# ------------------------------------------------------------------ stored and exported


def test_the_strip_shows_three_positions():
    png, alt = viz.attention_map(softmaxed(5, 4, 4), words(4)).strip()
    assert [f"head {n}," in alt for n in range(5)] == [True, False, True, False, True]
    width, height = Image.open(io.BytesIO(png)).size
    assert 600 < width < 1300 and 200 < height < 700 and len(png) < 150_000
    _, alt = viz.attention_map(softmaxed(5, 4, 4), words(4), head=3).strip()
    assert [f"head {n}," in alt for n in range(5)] == [True, False, False, True, True]
    _, alt = viz.explore(warm, temperature=(0.5, 4.0, 0.5)).strip()
    assert re.findall(r"temperature = [\d.]+", alt) == [
        "temperature = 0.5", "temperature = 2.5", "temperature = 4",
    ]  # fmt: skip
    assert viz.attention_map(softmaxed(2, 2), HOSTILE[:2]).strip()[0][:4] == b"\x89PNG"
    two = [dict(label=half, weights=softmaxed(4, 4), queries=words(4)) for half in ("own", "other")]
    assert re.findall(r"(\w+): Attention", viz.attention_map(sentences=two).strip()[1]) == [
        "own", "other",
    ]  # fmt: skip


def test_a_saved_notebook_keeps_the_head_on_show():
    spoken = [("A", 0.75), (" dog", 0.5)]
    figure = viz.attention_map(softmaxed(5, 4, 4), words(4), label=spoken, caption="Looks")
    png, alt = figure.still()
    assert alt == f"A dog: {figure.alt} Least sure of “dog” (0.50)." and "head 0," in alt
    figure.widget().head = 3
    after, alt = figure.still()
    assert after != png and "head 3," in alt and repr(figure.widget()) == figure.alt


def test_a_strip_is_the_same_each_time_and_its_colours_are_the_numbers():
    figure = viz.attention_map(torch.eye(3), words(3))
    png, _ = figure.strip()
    assert png == figure.strip()[0]
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).reshape(-1, 3)
    counts = {
        tuple(int(x) for x in c): n
        for c, n in zip(*np.unique(pixels, axis=0, return_counts=True), strict=True)
    }
    assert counts[(253, 231, 55)] * 2 == pytest.approx(counts[(0, 34, 77)], rel=0.1)


def page_of(figure):
    page = figure.html()
    return page, json.loads(re.search(r'<script type="application/json">(.*?)</script>', page)[1])


def test_the_page_holds_frames_that_the_real_function_computed():
    page, data = page_of(viz.explore(warm, temperature=(0.5, 4.0, 0.5), flip=False))
    assert [len(c["options"]) for c in data["controls"]] == [8, 2]
    assert len(data["frames"]) == 16
    frame = data["frames"][3 * 2 + 1]["sentences"][0]["weights"]
    expected = warm(2.0, True)["weights"].flatten().numpy()
    assert np.array_equal(np.frombuffer(base64.b64decode(frame), "<f4"), expected)
    assert data["controls"][0]["value"] == 3 and data["controls"][0]["options"][3] == "2"
    assert "http" not in page.replace("http://www.w3.org", "")
    assert not re.search(r"\bid=", page)


def test_a_frame_that_fails_is_a_message_in_the_page():
    def compute(n):
        return warm(1.0 / n)

    _, data = page_of(viz.explore(compute, n=ipywidgets.IntSlider(min=0, max=2, value=1)))
    assert data["frames"][0] == {"error": "ZeroDivisionError: float division by zero"}
    assert "sentences" in data["frames"][1]


def test_a_page_of_large_maps_has_fewer_frames():
    def compute(t):
        return dict(weights=softmaxed(40, 64, 64), queries=words(64))

    _, data = page_of(viz.explore(compute, t=(0, 100)))
    assert 3 <= len(data["frames"]) < 21


def test_hostile_text_stays_text_in_what_is_stored_and_exported():
    figure = viz.attention_map(softmaxed(6, 6), HOSTILE, caption=HOSTILE[1])
    page, data = page_of(figure)
    assert data["frames"][0]["sentences"][0]["queries"][0] == HOSTILE[0]
    outside = page.replace(script("maps/web/explorer.mjs"), "")
    assert outside.count("</script>") == 2
    assert "<img/" not in outside and 'onerror="' not in outside
    assert html.escape(HOSTILE[1]) in outside
    assert "\u2028" not in outside and "\u2029" not in outside


def test_the_script_can_stand_in_a_page_and_needs_nothing():
    source = script("maps/web/explorer.mjs")
    assert "</script" not in source and "<!--" not in source
    assert "import " not in re.sub(r"//.*", "", source)
    for forbidden in (
        "innerHTML",
        "insertAdjacentHTML",
        "document.write",
        "http",
        "eval(",
        "Math.exp",
    ):
        assert forbidden not in source, forbidden
