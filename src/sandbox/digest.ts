const mix = (text: string, seed: number): readonly [number, number] => {
  let high = 0xdeadbeef ^ seed
  let low = 0x41c6ce57 ^ seed
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return [high >>> 0, low >>> 0]
}

const alphabet = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

/** A digest of a text, `length` letters and digits long: equal texts give equal digests. Not for secrets. */
export const digest = (text: string, length: number): string => {
  const [first, second] = mix(text, 0)
  let out = ""
  for (let round = 1; out.length < length; round++) {
    for (const word of mix(`${first}.${second}`, round)) {
      for (let rest = word, taken = 0; taken < 5; taken++, rest = Math.floor(rest / alphabet.length)) {
        out += alphabet.charAt(rest % alphabet.length)
      }
    }
  }
  return out.slice(0, length)
}

const toBase64 = (text: string): string => {
  let binary = ""
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  return btoa(binary)
}

const fromBase64 = (encoded: string): string | undefined => {
  try {
    const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0))
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const seal = (use: string, model: string, visible: string, hidden: string): string =>
  toBase64([use, model, hidden, digest([use, model, hidden, visible].join("\n"), 32)].join("\n"))

const verify = (use: string, sealed: string, visible: string): boolean => {
  const [, model = "", hidden = ""] = (fromBase64(sealed) ?? "").split("\n")
  return sealed === seal(use, model, visible, hidden)
}

/** The signature of a thinking text: it binds the model and the text that the client sees ("" where it is omitted). */
export const signThinking = (model: string, visible: string, thought: string): string =>
  seal("thinking", model, visible, digest(thought, 16))

/** Whether a signature was made here for this text, by whichever model. */
export const verifyThinking = (visible: string, signature: string): boolean => verify("thinking", signature, visible)

/** The bytes of a redacted thought. */
export const redactThinking = (model: string, thought: string): string =>
  seal("redacted", model, "", digest(thought, 16))

/** Whether the bytes of a redacted thought were made here. */
export const verifyRedacted = (data: string): boolean => verify("redacted", data, "")
