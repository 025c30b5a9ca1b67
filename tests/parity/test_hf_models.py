"""Hugging Face's GPT-2 and Llama, tiny and random, with their weights in our model."""

import pytest
import torch

from tformer.language_model import LanguageModel, LanguageModelConfig

transformers = pytest.importorskip("transformers")

TOLERANCE = {torch.float64: 1e-10, torch.float32: 1e-5}
SIZES = {"vocab_size": 50, "d_model": 32, "num_heads": 4, "num_layers": 3, "context_length": 48}
IDS = torch.tensor([[7, 3, 9, 1, 30, 2], [4, 4, 8, 49, 0, 11]])


def randomise(model):
    g = torch.Generator().manual_seed(0)
    for p in model.parameters():
        p.data += 0.3 * torch.randn(p.shape, generator=g).to(p.dtype)


@torch.no_grad()
def gpt2(dtype):
    config = transformers.GPT2Config(
        vocab_size=50,
        n_embd=32,
        n_head=4,
        n_layer=3,
        n_positions=48,
        bos_token_id=0,
        eos_token_id=0,
    )
    theirs = transformers.GPT2LMHeadModel(config).to(dtype).eval()
    randomise(theirs)
    ours = LanguageModel(LanguageModelConfig.preset("gpt2", **SIZES)).to(dtype).eval()
    body = theirs.transformer
    ours.embedding.tokens.load_state_dict(body.wte.state_dict())
    ours.embedding.positions.table.load_state_dict(body.wpe.state_dict())
    ours.final_norm.load_state_dict(body.ln_f.state_dict())
    for mine, other in zip(ours.layers, body.h, strict=True):
        attention = mine.self_attention
        mine.norm1.load_state_dict(other.ln_1.state_dict())
        mine.norm2.load_state_dict(other.ln_2.state_dict())
        # Their Conv1D stores (in, out), and q, k, v side by side.
        qkv = zip(
            other.attn.c_attn.weight.chunk(3, 1), other.attn.c_attn.bias.chunk(3), strict=True
        )
        pairs = list(zip((attention.q_proj, attention.k_proj, attention.v_proj), qkv, strict=True))
        for linear, conv in (
            (attention.out_proj, other.attn.c_proj),
            (mine.ffn.up_proj, other.mlp.c_fc),
            (mine.ffn.down_proj, other.mlp.c_proj),
        ):
            pairs.append((linear, (conv.weight, conv.bias)))
        for linear, (weight, bias) in pairs:
            linear.weight.copy_(weight.T)
            linear.bias.copy_(bias)
    return ours, theirs


def interleave(weight, num_heads):
    """Their rotary pairs feature i with i + D/2, ours 2i with 2i + 1: reorder the rows."""
    halves = weight.view(num_heads, 2, -1, weight.size(-1))
    return halves.transpose(1, 2).reshape(weight.shape)


def lift_norms(theirs):
    """Their norm casts to float32 whatever the model's type; torch's own does not."""
    for parent in list(theirs.modules()):
        for name, child in list(parent.named_children()):
            if name.endswith("norm"):
                norm = torch.nn.RMSNorm(len(child.weight), eps=child.variance_epsilon)
                norm.weight = child.weight
                setattr(parent, name, norm)


@torch.no_grad()
def alike(kind, dtype, kv_heads, **choices):
    """Our model and theirs of that kind, with the same weights."""
    config = getattr(transformers, f"{kind}Config")(
        vocab_size=50, hidden_size=32, num_attention_heads=4, num_key_value_heads=kv_heads,
        head_dim=8, num_hidden_layers=3, intermediate_size=40, max_position_embeddings=48,
        rms_norm_eps=1e-5, tie_word_embeddings=False, bos_token_id=0, eos_token_id=0,
    )  # fmt: skip
    theirs = getattr(transformers, f"{kind}ForCausalLM")(config).to(dtype).eval()
    randomise(theirs)
    if dtype == torch.float64:
        lift_norms(theirs)
    sizes = SIZES | {"d_ff": 40, "num_kv_heads": kv_heads} | choices
    ours = LanguageModel(LanguageModelConfig.preset("llama", **sizes)).to(dtype).eval()
    copy_llama(ours, theirs, dtype, kv_heads)
    return ours, theirs


def llama(dtype, kv_heads=4):
    return alike("Llama", dtype, kv_heads)


def copy_llama(ours, theirs, dtype, kv_heads):
    body = theirs.model
    ours.embedding.tokens.load_state_dict(body.embed_tokens.state_dict())
    ours.unembedding.load_state_dict(theirs.lm_head.state_dict())
    ours.final_norm.load_state_dict(body.norm.state_dict())
    # They compute angles in float32 whatever the model's type; take theirs to compare the rest.
    cos, sin = body.rotary_emb(torch.zeros(1, dtype=dtype), torch.arange(48)[None])
    torch.testing.assert_close(ours.embedding.rotary.cos, cos[0, :, :4], atol=1e-5, rtol=0)
    ours.embedding.rotary.cos.copy_(cos[0, :, :4])
    ours.embedding.rotary.sin.copy_(sin[0, :, :4])
    for mine, other in zip(ours.layers, body.layers, strict=True):
        mine.norm1.load_state_dict(other.input_layernorm.state_dict())
        mine.norm2.load_state_dict(other.post_attention_layernorm.state_dict())
        mine.ffn.load_state_dict(other.mlp.state_dict())
        attention, source = mine.self_attention, other.self_attn
        attention.q_proj.weight.copy_(interleave(source.q_proj.weight, 4))
        attention.k_proj.weight.copy_(interleave(source.k_proj.weight, kv_heads))
        attention.v_proj.load_state_dict(source.v_proj.state_dict())
        attention.out_proj.load_state_dict(source.o_proj.state_dict())


def llama_of_shared_heads(dtype):
    return llama(dtype, kv_heads=2)


def llama_of_one_shared_head(dtype):
    return llama(dtype, kv_heads=1)


@torch.no_grad()
def qwen3(dtype):
    """Shared heads, and queries and keys normalised head by head."""
    ours, theirs = alike("Qwen3", dtype, kv_heads=2, qk_norm=True)
    for mine, other in zip(ours.layers, theirs.model.layers, strict=True):
        attention, source = mine.self_attention, other.self_attn
        for norm, given in ((attention.q_norm, source.q_norm), (attention.k_norm, source.k_norm)):
            norm.weight.copy_(interleave(given.weight[:, None], 1)[:, 0])
    return ours, theirs


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize(
    "make", [gpt2, llama, llama_of_shared_heads, llama_of_one_shared_head, qwen3]
)
def test_logits_and_twenty_greedy_tokens_are_theirs(make, dtype):
    ours, theirs = make(dtype)
    with torch.no_grad():
        logits, expected = ours(IDS), theirs(IDS).logits
        close = {"atol": TOLERANCE[dtype], "rtol": TOLERANCE[dtype]}
        torch.testing.assert_close(logits, expected, **close)
        theirs.generation_config.eos_token_id = None
        theirs.generation_config.pad_token_id = 0
        reference = theirs.generate(
            IDS, attention_mask=torch.ones_like(IDS), max_new_tokens=20, do_sample=False
        )
    step, tokens = ours.start(), IDS
    for _ in range(20):
        tokens = torch.cat((tokens, step(tokens).argmax(-1, keepdim=True)), dim=1)
    assert torch.equal(tokens, reference)
