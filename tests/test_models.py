import json
from dataclasses import asdict

import pytest
import torch

from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.transformer import Transformer, TransformerConfig

SMALL = {"d_model": 16, "num_heads": 4, "num_layers": 2, "d_ff": 32, "context_length": 8}
IDS = torch.tensor([[1, 5, 3, 2], [1, 4, 2, 0]])


def transformer(**changes):
    torch.manual_seed(0)
    return Transformer(TransformerConfig(9, 11, **(SMALL | changes))).eval()


def language_model(preset="gpt2", **changes):
    torch.manual_seed(0)
    return LanguageModel(
        LanguageModelConfig.preset(preset, vocab_size=9, **(SMALL | changes))
    ).eval()


def test_the_base_model_of_the_paper():
    config = TransformerConfig.preset("vaswani2017", src_vocab_size=37000, tgt_vocab_size=37000)
    with torch.device("meta"):
        model = Transformer(config)
    # Table 3 says 65 million: its rows (C) fit one shared table of about 41,000 words (lesson 09).
    assert sum(p.numel() for p in model.parameters()) == 63_082_496
    assert not config.norm_first and config.positions == "sinusoidal" and config.dropout == 0.1


@pytest.mark.parametrize(
    "preset, millions", [("gpt2", 124.4), ("llama", 6738.4), ("llama3", 8030.3)]
)
def test_presets_have_the_published_number_of_parameters(preset, millions):
    with torch.device("meta"):
        model = LanguageModel(LanguageModelConfig.preset(preset))
    assert round(sum(p.numel() for p in model.parameters()) / 1e6, 1) == millions


@pytest.mark.parametrize("norm_first", [False, True])
def test_a_final_norm_only_where_pre_norm_needs_it(norm_first):
    parts = dict(transformer(norm_first=norm_first).named_parameters())
    assert ("encoder_norm.weight" in parts) == ("decoder_norm.weight" in parts) == norm_first
    parts = dict(language_model(norm_first=norm_first).named_parameters())
    assert ("final_norm.weight" in parts) == norm_first


def test_tied_tables_are_one_tensor():
    model = transformer(tie_weights="target")
    assert model.unembedding.weight is model.tgt_embedding.tokens.weight
    model = Transformer(TransformerConfig(9, 9, **SMALL, tie_weights="all"))
    assert model.src_embedding.tokens.weight is model.unembedding.weight
    for preset, tied in (("gpt2", True), ("llama", False)):
        model = language_model(preset)
        assert (model.unembedding.weight is model.embedding.tokens.weight) == tied


def test_initial_sizes():
    torch.manual_seed(0)
    sizes = {"d_model": 128, "num_heads": 4, "num_layers": 2, "d_ff": 256}
    model = Transformer(TransformerConfig(500, 500, **sizes))
    assert abs(model.src_embedding.tokens.weight.std().item() - 128**-0.5) < 2e-3
    bound = (6 / (128 + 256)) ** 0.5
    assert bound * 0.99 < model.encoder[0].ffn.up_proj.weight.abs().max().item() <= bound
    model = LanguageModel(LanguageModelConfig.preset("gpt2", **sizes))
    assert abs(model.layers[0].ffn.up_proj.weight.std().item() - 0.02) < 1e-3
    assert abs(model.layers[0].ffn.down_proj.weight.std().item() - 0.01) < 1e-3
    # Logits of an untrained model are small: it starts at the loss of guessing, ln V.
    assert model(torch.arange(8)[None]).std() < 1


def test_a_mask_of_the_source_may_have_a_row_for_each_target():
    model = transformer()
    memory, mask = model.encode(IDS), model.source_mask(IDS)
    rows = mask.expand(-1, -1, 3, -1)
    want = model.decode(IDS[:, :3], memory, mask)
    torch.testing.assert_close(model.decode(IDS[:, :3], memory, rows), want)
    with pytest.raises(ValueError, match="memory_mask"):
        model.decode(IDS, memory, rows)


@pytest.mark.parametrize("preset", ["gpt2", "llama"])
def test_as_many_key_value_heads_as_heads_is_the_plain_model(preset):
    plain, same = language_model(preset), language_model(preset, num_kv_heads=4)
    assert plain.state_dict().keys() == same.state_dict().keys()
    assert torch.equal(plain(IDS), same(IDS))
    assert not any("q_norm" in name or "k_norm" in name for name in plain.state_dict())


def test_shared_heads_and_normed_queries_reach_every_layer_and_learn():
    model = language_model("llama", num_kv_heads=2, qk_norm=True)
    for layer in model.layers:
        attention = layer.self_attention
        assert attention.k_proj.weight.shape == attention.v_proj.weight.shape == (8, 16)
        assert attention.q_norm.weight.shape == attention.k_norm.weight.shape == (4,)
    model(IDS).logsumexp(-1).mean().backward()
    assert all(p.grad is not None and p.grad.isfinite().all() for p in model.parameters())


def test_the_cache_keeps_the_shared_heads_only():
    step = language_model("llama", num_kv_heads=1).start()
    step(IDS)
    assert [cache.keys.shape for (cache,) in step.caches] == [(2, 1, 8, 4)] * 2


def test_configs_survive_json():
    config = transformer().config
    assert TransformerConfig(**json.loads(json.dumps(asdict(config)))) == config
    config = language_model("llama", num_kv_heads=2, qk_norm=True).config
    assert LanguageModelConfig(**json.loads(json.dumps(asdict(config)))) == config


@pytest.mark.parametrize("positions", ["sinusoidal", "learned", "rotary", "none"])
@pytest.mark.parametrize("activation", ["relu", "relu2", "gelu", "swiglu"])
@pytest.mark.parametrize("norm", ["layer", "rms"])
def test_every_choice_goes_with_every_other_and_learns(positions, activation, norm):
    choice = {"positions": positions, "activation": activation, "norm": norm, "dropout": 0.1}
    model, lm = transformer(**choice), language_model(**choice)
    for logits, net in ((model(IDS, IDS), model), (lm(IDS), lm)):
        logits.logsumexp(-1).mean().backward()
        assert all(p.grad is not None and p.grad.isfinite().all() for p in net.parameters())


@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("side", ["src", "tgt", "both"])
def test_a_row_of_nothing_but_padding_harms_no_other(side, norm_first):
    model = transformer(norm_first=norm_first)
    src, tgt = IDS.clone(), IDS.clone()
    if side != "tgt":
        src[1] = 0
    if side != "src":
        tgt[1] = 0
    logits = model(src, tgt)
    assert logits.isfinite().all()
    torch.testing.assert_close(logits[0], model(src[:1], tgt[:1])[0])
    logits[0].square().mean().backward()
    assert all(p.grad.isfinite().all() for p in model.parameters())


def test_a_left_padded_target_is_finite():
    tgt = torch.tensor([[0, 0, 1, 7]])
    assert transformer()(IDS[:1], tgt).isfinite().all()


def test_a_step_may_start_with_a_prompt_and_go_on_by_several():
    model = language_model("llama")
    step = model.start()
    tokens = torch.tensor([[1, 2, 3, 4, 5, 6]])
    for end in (2, 5, 6):
        torch.testing.assert_close(step(tokens[:, :end]), model(tokens[:, :end])[:, -1])


@pytest.mark.parametrize("what", [language_model, transformer])
def test_a_step_that_has_read_one_prompt_refuses_another(what):
    model = what()
    step = model.start() if what is language_model else model.start(IDS)
    tokens = torch.tensor([[1, 2, 3, 4], [1, 4, 5, 3]])
    step(tokens[:, :2])
    for other in (tokens.flip(0), tokens[:1], tokens[:, 1:], tokens[:, :1]):
        with pytest.raises(ValueError, match=r"do not go on from the \(2, 2\) that this step"):
            step(other)
    step.reorder(torch.tensor([1, 0]))
    expected = step(tokens.flip(0)[:, :3])
    again = model.start() if what is language_model else model.start(IDS.flip(0))
    torch.testing.assert_close(expected, again(tokens.flip(0)[:, :3]))


@torch.no_grad()
def test_room_for_more_than_the_context_is_never_taken():
    for step in (language_model().start(10**12), transformer().start(IDS, 10**12)):
        step(IDS)
        assert 0 < step.caches[0][0].keys.size(2) < 1000


def test_beams_share_the_source_they_were_started_with():
    model = transformer()
    src, tgt = IDS, torch.tensor([[1, 3], [1, 4], [1, 5], [1, 6]])
    expected = model(src.repeat_interleave(2, 0), tgt)[:, -1]
    torch.testing.assert_close(model.start(src)(tgt), expected)
    with pytest.raises(ValueError, match="tgt and memory need as many rows"):
        model.start(src)(tgt[:3])


BOOL = {"dtype": torch.bool}
MEMORY = torch.zeros(2, 4, 16)


@pytest.mark.parametrize(
    "call, error, says",
    [
        (lambda: transformer(d_model=10), ValueError, "d_model=10 is not divisible by num_heads=4"),
        (lambda: transformer(num_layers=0), ValueError, "num_layers=0"),
        (lambda: transformer(dropout=2), ValueError, "dropout=2"),
        (
            lambda: transformer(tie_weights="all"),
            ValueError,
            "src_vocab_size=9.*use 'target'",
        ),
        (lambda: TransformerConfig(11, 9, tie_weights="all"), ValueError, "src_vocab_size=11"),
        (lambda: transformer(tie_weights=True), ValueError, "tie_weights=True"),
        (lambda: transformer(positions="rotary", num_heads=16), ValueError, "d_head=1 is odd"),
        (lambda: transformer(tie_weights=["all"]), ValueError, "tie_weights=.'all'. is unknown"),
        (lambda: transformer(num_heads=0), ValueError, "num_heads=0 must be at least 1"),
        (lambda: transformer(bias="False"), TypeError, "bias='False' is str; give True or False"),
        (lambda: transformer(norm_first=1), TypeError, "norm_first=1 is int; give True or False"),
        (lambda: transformer(dropout=False), ValueError, "dropout=False must be a number"),
        (lambda: transformer(pad_id=0.5), TypeError, "pad_id=0.5 is float; give a whole number"),
        (lambda: language_model(bias="no"), TypeError, "bias='no' is str; give True or False"),
        (lambda: language_model(tie_weights="no"), TypeError, "tie_weights='no' is str"),
        (lambda: language_model(num_heads=0), ValueError, "num_heads=0 must be at least 1"),
        (
            lambda: language_model(num_kv_heads=3),
            ValueError,
            "num_heads=4 is not divisible by num_kv_heads=3",
        ),
        (lambda: language_model(num_kv_heads=8), ValueError, "not divisible by num_kv_heads=8"),
        (lambda: language_model(num_kv_heads=0), ValueError, "num_kv_heads=0 must be at least 1"),
        (lambda: language_model(num_kv_heads=2.0), TypeError, "num_kv_heads=2.0 is float"),
        (lambda: language_model(qk_norm="no"), TypeError, "qk_norm='no' is str"),
        (lambda: language_model(d_ff=0), ValueError, "d_ff=0 must be at least 1"),
        (lambda: TransformerConfig.preset("bert"), ValueError, "name='bert'.*vaswani2017"),
        (lambda: LanguageModelConfig.preset("gpt3"), ValueError, "name='gpt3'.*'gpt2', 'llama'"),
        (lambda: transformer()(IDS[0], IDS), ValueError, r"src has shape \(4,\)"),
        (lambda: transformer()(IDS, IDS.float()), TypeError, "tgt has dtype torch.float32"),
        (lambda: transformer()(IDS + 8, IDS), IndexError, "src holds 13; vocab_size=9"),
        (lambda: transformer()(IDS, IDS - 2), IndexError, "tgt holds -2"),
        (lambda: transformer()(IDS[:, :0], IDS), ValueError, "src has shape"),
        (lambda: transformer()(IDS, IDS[:0]), ValueError, "tgt has shape"),
        (lambda: transformer()(IDS.repeat(1, 3), IDS), ValueError, "src has 12 tokens.*=8"),
        (lambda: transformer()(IDS, IDS.repeat(1, 3)), ValueError, "tgt has 12 tokens.*=8"),
        (lambda: transformer()(IDS[:1], IDS), ValueError, "src and tgt need as many rows"),
        (lambda: transformer().decode(IDS, MEMORY[..., :4]), ValueError, "memory has shape"),
        (lambda: transformer().decode(IDS, MEMORY.long()), TypeError, "memory has dtype"),
        (
            lambda: transformer().decode(IDS, MEMORY, torch.ones(2, 1, 1, 5, **BOOL)),
            ValueError,
            "does not broadcast",
        ),
        (lambda: transformer().decode(IDS, MEMORY, torch.ones(2, 4)), TypeError, "mask has dtype"),
        (lambda: transformer()(IDS.to("meta"), IDS), ValueError, "src on meta.*cpu.*one device"),
        (lambda: language_model()([[1]]), TypeError, "token_ids is list"),
        (lambda: language_model()(IDS.bool()), TypeError, "token_ids has dtype torch.bool"),
        (lambda: language_model()(IDS + 9), IndexError, "token_ids holds 14"),
        (lambda: language_model()(IDS.repeat(1, 3)), ValueError, "token_ids has 12 tokens"),
        (lambda: language_model()(IDS[:, :0]), ValueError, "token_ids has shape"),
        (lambda: language_model()(IDS, torch.arange(8, 12)), IndexError, "positions holds 11"),
        (lambda: language_model()(IDS, torch.arange(3)), ValueError, "positions has shape"),
        (lambda: language_model()(IDS.to("meta")), ValueError, "token_ids on meta.*cpu"),
        (lambda: language_model("llama", d_model=12, num_heads=4), ValueError, "d_head=3 is odd"),
        (lambda: language_model().start(2)(IDS), ValueError, "capacity=2"),
        (
            lambda: [s := language_model().start(), s(IDS), s(IDS)],
            ValueError,
            "token_ids has 4 tokens, the cache holds past=4",
        ),
        (lambda: transformer().start(IDS, 0), ValueError, "max_len=0"),
    ],
)
def test_bad_input_is_refused(call, error, says):
    with pytest.raises(error, match=says):
        call()
