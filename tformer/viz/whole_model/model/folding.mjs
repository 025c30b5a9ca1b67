// Characters as plain text has them: READ of tformer/_support/folding.py once more.

const SIGNS = { "'": "‘’‚‛‹›′`´ʹʻʼ", '"': "“”„‟«»″〝〞", "-": "‐‑‒−", "–": "—―", "/": "⁄∕",
  ".": "。", ",": "、" };
const STANDS = new Map(Object.entries(SIGNS).flatMap(([plain, signs]) =>
  [...signs].map((sign) => [sign, plain])));
const BLANK = /[\v\f\x85\p{Z}]/u, UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const FORMS = /[\p{Lu}\p{Ll}\p{Lt}\p{Nd}\p{Nl}\p{P}\p{Sm}\p{Sc}]/u;

function plainSign(sign) {
  if (STANDS.has(sign)) return STANDS.get(sign);
  if (BLANK.test(sign)) return " ";
  if (UNSEEN.test(sign)) return "";
  const parts = FORMS.test(sign) ? sign.normalize("NFKC") : sign;
  return parts === sign ? sign : [...parts].map(plainSign).join("");
}

/** A text without typographic and invisible characters; ` is one, the only one of ASCII. */
export const folded = (text) =>
  text.normalize("NFC").replace(/[^\t\n\r -_a-~]/gu, plainSign).normalize("NFC");
