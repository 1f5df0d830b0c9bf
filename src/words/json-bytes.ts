/** What the functions of this module answer where the grammar does not hold. */
export const nowhere = -1

/** The first position at or after `at` that is no JSON white space. */
export const afterWhite = (bytes: Uint8Array, at: number): number => {
  if (at < bytes.length && (bytes[at] ?? 0) > 32) return at
  let next = at
  while (next < bytes.length && isWhite(bytes[next] ?? 0)) next++
  return next
}

const isWhite = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

/** The position after the word that is wanted at `at`. */
export const afterWord = (bytes: Uint8Array, at: number, word: string): number => {
  for (let index = 0; index < word.length; index++) {
    if (bytes[at + index] !== word.charCodeAt(index)) return nowhere
  }
  return at + word.length
}

/** The position after the escape whose backslash is at `at`. */
export const afterEscape = (bytes: Uint8Array, at: number): number => {
  const code = bytes[at + 1] ?? 0
  if (code !== 117) return short[code] === 1 ? at + 2 : nowhere
  for (let index = at + 2; index < at + 6; index++) if (!isHex(bytes[index] ?? 0)) return nowhere
  return at + 6
}

/** What may stand behind a backslash alone: `"`, `\`, `/`, `b`, `f`, `n`, `r`, `t`. */
const short = new Uint8Array(256)
for (const code of [34, 92, 47, 98, 102, 110, 114, 116]) short[code] = 1

/** Whether a byte is a digit. */
export const isDigit = (code: number): boolean => code >= 48 && code <= 57

const isHex = (code: number): boolean => isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 102)

const afterDigits = (bytes: Uint8Array, from: number): number => {
  let at = from
  while (isDigit(bytes[at] ?? 0)) at++
  return at === from ? nowhere : at
}

/** The position after the number at `at`. */
export const afterNumber = (bytes: Uint8Array, at: number): number => {
  const first = bytes[at] === 45 ? at + 1 : at
  let end = bytes[first] === 48 ? first + 1 : afterDigits(bytes, first)
  if (end !== nowhere && bytes[end] === 46) end = afterDigits(bytes, end + 1)
  if (end !== nowhere && ((bytes[end] ?? 0) | 32) === 101) {
    const sign = bytes[end + 1]
    end = afterDigits(bytes, sign === 43 || sign === 45 ? end + 2 : end + 1)
  }
  return end
}

/** Whether JavaScript surely prints a number as it stands: up to 15 digits, at most five behind the point, no last zero there. */
export const isPlainNumber = (bytes: Uint8Array, from: number, end: number): boolean => {
  if (end - from > 15) return false
  let point = nowhere
  for (let at = from; at < end; at++) {
    const code = bytes[at] ?? 0
    if (code === 46) point = at
    else if (!isDigit(code)) return false
  }
  return point === nowhere || (end - point <= 6 && bytes[end - 1] !== 48)
}
