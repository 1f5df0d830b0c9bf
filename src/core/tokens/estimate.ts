/** Scripts without spaces between words, other letters, digits, line ends, and all else that is no space. */
const runs =
  /(?<dense>[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{Extended_Pictographic}])|(?<ascii>[A-Za-z]+)|(?<letters>[\p{L}\p{M}]+)|(?<digits>\p{N}+)|(?<breaks>[\r\n]+)|(?<signs>[^\s\p{L}\p{N}]+)/gu

/** How many characters of a kind one token holds, as the tokenizers of today's models cut common texts. */
const perToken = { ascii: 7, letters: 3, digits: 3, signs: 2 } as const

/**
 * An estimate of the tokens of a text, made without any model's tokenizer: words of Latin letters are mostly one token,
 * characters of scripts without spaces are one each. Linear in the text.
 */
export const estimateTokens = (text: string): number => {
  let tokens = 0
  for (const { groups } of text.matchAll(runs)) tokens += groups === undefined ? 0 : tokensOf(groups)
  return tokens
}

const tokensOf = ({ ascii, letters, digits, signs }: Readonly<Record<string, string | undefined>>): number => {
  if (ascii !== undefined) return Math.ceil(ascii.length / perToken.ascii)
  if (letters !== undefined) return Math.ceil(letters.length / perToken.letters)
  if (digits !== undefined) return Math.ceil(digits.length / perToken.digits)
  return signs === undefined ? 1 : Math.ceil(signs.length / perToken.signs)
}
