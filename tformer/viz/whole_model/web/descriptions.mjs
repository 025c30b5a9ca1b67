// What each part is, in two sentences, and the lesson that opens it.

export const count = (n) => n.toLocaleString("en");

/** By the kind of part: two sentences from its place, the film and the sizes of the model. */
export const WHAT = {
  embedding: ({ about }) => [
    `Each of the ${count(about.vocab_size)} pieces the model knows has a row of ${about.d_model} ` +
    "learnt numbers; here the rows of this sentence are looked up.",
    "Of each row 16 numbers are drawn: the stronger the colour the larger, grey is negative."],
  waves: () => [
    "Attention alone cannot tell one order of the pieces from another, so a pattern of sine " +
    "waves is added that is different at every position.",
    "Without it the model gets the pieces as if shaken in a bag."],
  layer: ({ stack, film: { languages: [reads, writes] } }) => [
    stack === "encoder" ?
      `Self-attention lets the ${reads} pieces take from each other; the feed-forward then ` +
      "works on each alone." :
      `The ${writes} so far looks back at itself, then at the memory of the ${reads}; then the ` +
      "feed-forward works.",
    "Each only adds to the vector that runs through, so a layer can be left out and the rest " +
    "goes on."],
  self: ({ stack, about }) => [
    "Row by row, a piece decides how much to take from every column; each row sums to 1.",
    stack === "encoder" ?
      `The ${about.num_heads} heads of a layer do this side by side, each in its own ` +
      `${about.d_model / about.num_heads} of the ${about.d_model} features.` :
      "The triangle above the diagonal stays empty: nothing may look at what comes later."],
  cross: ({ layer, film: { languages: [reads, writes] } }) => (layer === undefined ? [
    `From the ${writes} piece that is being written, lines run to the ${reads} pieces that it ` +
    "takes from: thicker means more.",
    "Shown is the mean of all heads; press one of the small blue maps to see it alone."] : [
    `The ${writes} piece asks (rows), the ${reads} memory is asked (columns); each row sums to ` +
    "1.", `This is the only place where ${reads} enters the decoder.`]),
  ffn: ({ about }) => [
    `Each vector alone is widened to ${about.d_ff} features, those below 0 are set to 0, and ` +
    "the rest is narrowed again.",
    "Few stay above 0: the larger the diamond, the more."],
  add: ({ about }) => [
    "What attention or feed-forward says is added to the vector that came in: nothing is lost.",
    `${about.norm_first ? "Before" : "After"} each of them the vector is brought to one scale.`],
  memory: ({ film }) => [
    `What the encoder found out: one vector for each of the ${film.S} pieces, computed once.`,
    "Every layer of the decoder reads it at every step."],
  lens: () => [
    "The likeliest piece if the decoder ended after this layer, read off with the same table.",
    "At first it repeats what it has just read; the next piece appears on the way up."],
  bars: ({ about }) => [
    `The last vector is compared with all ${count(about.vocab_size)} pieces: a score each, and ` +
    "softmax turns the scores into probabilities.",
    "The eight likeliest stand here."],
};

const LESSON = {
  embedding: "embeddings", waves: "positional_encoding", layer: "layers", ffn: "layers",
  add: "layers", memory: "encoder_decoder", lens: "what_heads_learned",
  bars: "softmax_and_cross_entropy",
};

/** The subject of a part's lesson, as in the lesson's file name. */
export function lessonOf({ kind, stack, head }) {
  if (kind === "cross") return "encoder_decoder";
  if (kind === "self") return stack === "decoder" ? "masks" : head ? "multi_head_attention" :
    "attention";
  return LESSON[kind];
}
