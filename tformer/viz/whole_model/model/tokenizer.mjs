// Byte-pair encoding: text to ids and back, as tformer/tokenizer.py and tformer/bpe.py do it.
import { folded } from "./folding.mjs";

const LONGEST = 200; // letters of a word
const WHITE = "\\p{White_Space}";
const WORD = new RegExp(`'(?:[sdmt]|ll|ve|re)| ?\\p{L}+| ?\\p{N}+| ?[^${WHITE}\\p{L}\\p{N}]+|` +
  `${WHITE}+(?=${WHITE}|$)|${WHITE}+`, "gu");

/** A text with a character for each byte: so merges are stored, and so they are compared. */
const byBytes = (text) => String.fromCharCode(...new TextEncoder().encode(text));

// Spellings without umlauts and of Switzerland; see tformer/translator/spellings.py.
const END = "(?![\\p{L}\\p{N}_])"; // of a word
const UMLAUT = new RegExp(`(?<![aeiouqäöü])([aou])e(?!${END}|[iyj]|(?<=ae)l(s|isch|${END})|` +
  `(?<=gue)s|(?<=zue)rst|(?<=[dnst]ue)ll|(?<=tue)n${END})`, "giu");
const SHARP = /(?<=[iuoöüä])ss(?!ib)|(?<=ie)ss|(?<=stra)ss|(?<=spa)ss/giu;
const DOTS = { a: "ä", o: "ö", u: "ü", A: "Ä", O: "Ö", U: "Ü" };
const withUmlauts = (word) => word.replace(UMLAUT, (_, letter) => DOTS[letter]);
const withSharpS = (word) => word.replace(SHARP, "ß");

export class Tokenizer {
  /** `specials` and `merges` as a checkpoint keeps them. */
  constructor({ kind, specials, merges }) {
    if (kind !== "bpe") throw new Error(`a tokenizer of kind ${kind} cannot be read here`);
    this.tokens = [...specials];
    this.firstPiece = specials.length;
    this.rank = new Map(merges.map((pair, n) => [pair.join("\u0100"), n]));
    this.ids = new Map();
    const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
    for (const piece of [...bytes, ...merges.map((pair) => pair.join(""))]) {
      if (this.ids.has(piece)) continue;
      this.ids.set(piece, this.tokens.length);
      this.tokens.push(piece);
    }
    [this.pad, this.bos, this.eos] = ["<pad>", "<bos>", "<eos>"].map((s) => specials.indexOf(s));
  }

  /** The ids of a folded text; a typed "<eos>" is five letters. */
  encode(text) {
    const words = text.match(WORD) ?? [];
    return words.flatMap((word) => this.pieces(byBytes(word)).map((piece) => this.ids.get(piece)));
  }

  /** A sentence in the spelling that was met: see tformer/translator/spellings.py, as_met. */
  asMet(sentence) {
    const pieces = (text) => this.encode(text).length;
    const rarest = (text) => Math.max(...this.encode(text));
    const large = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
    const title = (text) => text.toLowerCase()
      .replace(/(^|\P{L})(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase());
    const dotted = (word) => {
      const dots = withUmlauts(word), more = pieces(dots) - pieces(word);
      return (more || rarest(dots) - rarest(word)) < 0 ? dots : word;
    };
    const text = folded(sentence).trim().replace(/\s+/g, " ");
    const most = Math.max(0, ...text.split(" ").map((word) => [...word].length));
    if (most > LONGEST) throw new Error(`sentence has a word of ${most.toLocaleString("en")} ` +
      `letters; at most ${LONGEST} are read`);
    const words = text.match(/\s*\S+/g) ?? [];
    const flat = words.length > 1 && /\p{Lu}/u.test(text) !== /\p{Ll}/u.test(text);
    return words.map((word, n) => {
      const cases = flat ? [word.toLowerCase(), title(word), word] : [word];
      if (!n && !flat) cases.push(large(word));
      const ways = cases.map(dotted), met = [...ways, ...ways.map(withSharpS)]
        .reduce((best, way) => (pieces(way) < pieces(best) ? way : best));
      return !n && flat && pieces(` ${large(met)[0]}`) === 1 ? large(met) : met;
    }).join("");
  }

  /** A word in pieces: the pair learnt earliest is joined first, until none is left. */
  pieces(word) {
    let parts = [...word];
    for (;;) {
      let first = Infinity, pair;
      for (let n = 1; n < parts.length; n++) {
        const rank = this.rank.get(`${parts[n - 1]}\u0100${parts[n]}`);
        if (rank < first) [first, pair] = [rank, [parts[n - 1], parts[n]]];
      }
      if (!pair) return parts;
      const joined = [];
      for (let n = 0; n < parts.length; n++) {
        const here = parts[n] === pair[0] && parts[n + 1] === pair[1];
        joined.push(here ? parts[n++] + pair[1] : parts[n]);
      }
      parts = joined;
    }
  }

  /** The text of ids; bytes that are no character come out as U+FFFD. */
  decode(ids, { skipSpecials = false } = {}) {
    const said = ids.filter((id) => !skipSpecials || id >= this.firstPiece)
      .map((id) => this.tokens[id]).join("");
    const bytes = Uint8Array.from(said, (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }
}
