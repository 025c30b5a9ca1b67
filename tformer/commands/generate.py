"""Continue a text, token by token."""

import codecs

import torch

from tformer.checkpoints import load_model
from tformer.decoding import sampler, stream
from tformer.language_model import LanguageModel
from tformer.tokenizer import Tokenizer


def command(args) -> int:
    """Print the prompt, then each new token as soon as it is drawn."""
    model, extra = load_model(args.model)
    if not isinstance(model, LanguageModel) or "tokenizer" not in extra:
        raise ValueError(f"{args.model} holds no language model with its tokenizer")
    tokenizer = Tokenizer.from_state(extra["tokenizer"])
    if tokenizer.vocab_size != model.config.vocab_size:
        raise ValueError(f"{args.model} holds a tokenizer that is not its model's")
    ids = tokenizer.encode(args.prompt)
    if not ids:
        raise ValueError(f"prompt={args.prompt!r} is empty; give at least a character")
    choose = sampler(args.temperature, args.top_k, args.top_p,
                     torch.Generator().manual_seed(args.seed))  # fmt: skip

    def step(tokens):  # the model sees the end of a text of any length
        return model(tokens[:, -model.config.context_length :])[:, -1]

    tokens = stream(step, torch.tensor([ids]), max_length=len(ids) + args.length, choose=choose)
    letters = codecs.getincrementaldecoder("utf-8")("replace")  # a token may be half a letter
    print(args.prompt, end="", flush=True)
    for token in tokens:
        print(letters.decode(tokenizer.token_bytes(token.item())), end="", flush=True)
    print(letters.decode(b"", final=True))
    return 0
