"""Words of the field by which a reader may search, with those that the lessons use instead."""

# What is typed, several words apart by commas: what is looked for as well.
TABLE = """
backprop, backpropagation, back propagation, autograd, autodiff, backward pass: gradient
overfitting, overtraining, generalisation, generalization: overfit, validation, dropout
rope, rotary, rotary embedding, rotary position embedding: rotary
kv cache, kv-cache, kvcache, key value cache, past key values, incremental decoding: kv cache
softmax temperature, temperature scaling, sampling temperature: temperature
self-attention, self attention, scaled dot product attention, sdpa, qkv, query key value: attention
multihead attention, mha, heads: multi-head attention, multi head attention
cross attention, encoder-decoder attention: cross-attention
causal mask, look-ahead mask, autoregressive mask, triangular mask, padding mask: masks
positional embedding, position embedding, sinusoidal, absolute position: positional encoding
alibi, relative position: relative
word vector, word vectors, word2vec, glove, lookup table, embedding layer: embeddings
tokenization, tokenisation, tokenizer, subword, wordpiece, sentencepiece, bpe, byte pair encoding:
 byte pair, pieces
nll, negative log likelihood, log loss, loss function: cross-entropy, loss
logits, scores, normalisation of scores: softmax, logit
ffn, mlp, feed forward, feedforward, position-wise: feed-forward
gelu, swiglu, activation function, nonlinearity: relu, swiglu
layernorm, layer norm, layer normalization, rmsnorm, batchnorm, pre-norm, post-norm: norm
skip connection, residual stream, shortcut: residual
seq2seq, sequence to sequence, machine translation, nmt, architecture, transformer architecture:
 encoder decoder
exposure bias, scheduled sampling, free running: teacher forcing
learning rate schedule, noam, lr schedule, cosine decay, lr warmup: warmup
sgd, adamw, weight decay, momentum: adam, optimizer
gradient clipping, exploding gradient: clip
vanishing gradient: residual
initialisation, initialization, xavier, glorot, kaiming, he initialization: first numbers
regularisation, regularization, overconfidence, soft targets, calibration: label smoothing, dropout
nucleus sampling, top-p, top p: nucleus, decoding
top-k, top k: decoding
search, argmax decoding, length penalty, generation, text generation: decoding, beam search
gpt, decoder-only, decoder only, llm, chatgpt, llama, generative: language model
bert, encoder-only, masked language model: bert, encoder
ppl, evaluation, metric, metrics, sacrebleu, rouge: perplexity, bleu
interpretability, explainability, mechanistic interpretability, attention rollout, induction head,
 saliency, ablation: what heads learned, ablation, rollout
flops, complexity, quadratic, memory use, long context, context length: cost of attention
flash attention, flashattention, sparse attention, linear attention: cost of attention, blockwise
gqa, mqa, grouped query attention, multi-query attention: grouped, kv cache
rnn, lstm, recurrent, gru, bahdanau: recurrent
n-gram, bigram, markov, markov chain, chain rule: next word, bigram
weight tying, tied embeddings, shared embeddings: tied
sqrt, sqrt d, sqrt dk, scaling factor: square root
half precision, mixed precision, fp16, bf16, bfloat16: bfloat, precision
prerequisites, linear algebra, matrix multiplication, dot product, derivative, calculus: bridge
debugging, common mistakes, pitfalls, bugs: bug hunt
training, train, epoch, minibatch, checkpointing, gradient descent: training loop
"""


def synonyms() -> dict[str, list[str]]:
    """What else is looked for, by what is typed."""
    lines = TABLE.replace("\n ", " ").strip().splitlines()
    pairs = [[part.split(", ") for part in line.split(": ")] for line in lines]
    return {typed.strip(): also for several, also in pairs for typed in several}
