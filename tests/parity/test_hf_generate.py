"""Greedy and beam search equal Hugging Face generate on tiny random GPT-2s."""

import os

os.environ["HF_HUB_OFFLINE"] = "1"

import pytest
import torch

from tformer import decoding

transformers = pytest.importorskip("transformers")

EOS, PAD = 1, 2  # generate() takes a pad id of 0 for none


@pytest.fixture(scope="module", params=[(0, 7), (1, 12), (2, 40), (3, 3)], ids=str)
def model_and_prompt(request):
    seed, vocab_size = request.param
    config = transformers.GPT2Config(
        vocab_size=vocab_size,
        n_positions=64,
        n_embd=16,
        n_layer=2,
        n_head=2,
        initializer_range=1.0,  # far from uniform, so that beams differ and eos happens
        bos_token_id=0,
        eos_token_id=EOS,
    )
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = transformers.GPT2LMHeadModel(config).eval()
        prompt = torch.randint(0, vocab_size, (3, 4))
    return model, prompt


def generate(model, prompt, **options):
    return model.generate(
        prompt,
        attention_mask=torch.ones_like(prompt),
        do_sample=False,
        max_length=24,
        eos_token_id=EOS,
        pad_token_id=PAD,
        return_dict_in_generate=True,
        output_scores=True,
        **options,
    )


def step_of(model):
    return lambda tokens: model(tokens).logits[:, -1]


def test_greedy(model_and_prompt):
    model, prompt = model_and_prompt
    ours = decoding.greedy(step_of(model), prompt, max_length=24, eos_id=EOS, pad_id=PAD)
    assert torch.equal(ours, generate(model, prompt).sequences)


@pytest.mark.parametrize("num_beams", [2, 5])
@pytest.mark.parametrize("length_penalty", [0.0, 1.0, 2.5, -1.0])
def test_beam_search(model_and_prompt, num_beams, length_penalty):
    model, prompt = model_and_prompt
    theirs = generate(
        model, prompt, num_beams=num_beams, length_penalty=length_penalty, early_stopping=False
    )
    tokens, scores = decoding.beam_search(
        step_of(model),
        prompt,
        num_beams=num_beams,
        max_length=24,
        eos_id=EOS,
        pad_id=PAD,
        length_penalty=length_penalty,
    )
    assert torch.equal(tokens, theirs.sequences)
    torch.testing.assert_close(scores, theirs.sequences_scores, rtol=1e-4, atol=1e-5)
