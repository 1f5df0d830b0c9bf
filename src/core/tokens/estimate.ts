/** What a character is: space, of a run of its kind, or of a script without spaces between words. */
const kinds = { space: 0, ascii: 1, letters: 2, digits: 3, breaks: 4, signs: 5, dense: 6 } as const

/** How many characters of a kind one token holds, as the tokenizers of today's models cut common texts; by the kind. */
const perToken = [0, 7, 3, 3, Number.POSITIVE_INFINITY, 2, Number.POSITIVE_INFINITY] as const

/**
 * An estimate of the tokens of a text, made without any model's tokenizer: words of Latin letters are mostly one token,
 * characters of scripts without spaces are one each. Each character is looked at once.
 */
export const estimateTokens = (text: string): number => {
  let tokens = 0
  let at = 0
  while (at < text.length) {
    const kind = kindAt(text, at)
    const end = endOfRun(text, at, kind)
    if (kind !== kinds.space) tokens += Math.max(1, Math.ceil((end - at) / (perToken[kind] ?? 1)))
    at = end
  }
  return tokens
}

const endOfRun = (text: string, from: number, kind: number): number => {
  let end = from + widthAt(text, from)
  if (kind === kinds.dense || kind === kinds.space) return end
  while (end < text.length && goesOn(kind, text, end)) end += widthAt(text, end)
  return end
}

/** Whether a run of a kind holds the character at a place, too: letters and signs take in what would not begin them. */
const goesOn = (kind: number, text: string, at: number): boolean => {
  const next = kindAt(text, at)
  if (next === kind) return true
  if (kind === kinds.letters) return next === kinds.ascii || (next === kinds.dense && isLetterAt(text, at))
  return kind === kinds.signs && (next === kinds.dense || next === kinds.letters) && !isLetterAt(text, at)
}

const kindAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return code < 128 ? (asciiKinds[code] ?? 0) : kindOf(characterAt(text, at))
}

const widthAt = (text: string, at: number): number =>
  text.charCodeAt(at) < 0xd800 || (text.codePointAt(at) ?? 0) <= 0xffff ? 1 : 2

const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0)

const isLetterAt = (text: string, at: number): boolean => /\p{L}/u.test(characterAt(text, at))

const isDense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{Extended_Pictographic}]/u

const kindOf = (character: string): number => {
  if (isDense.test(character)) return kinds.dense
  if (/[\p{L}\p{M}]/u.test(character)) return kinds.letters
  if (/\p{N}/u.test(character)) return kinds.digits
  return /\s/u.test(character) ? kinds.space : kinds.signs
}

/** The kinds of the characters that nearly every text is made of, by their codes. */
const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCodePoint(code)
  if (/[A-Za-z]/u.test(character)) return kinds.ascii
  return /[\r\n]/u.test(character) ? kinds.breaks : kindOf(character)
})
