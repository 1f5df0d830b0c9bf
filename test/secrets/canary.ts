import { randomBytes } from "node:crypto"

/** A key that nothing else can be, and that looks like nobody's; it holds what base64 and JSON may escape. */
export const canary = (): string => `canary/${randomBytes(24).toString("base64")}+/~`

/** One way in which a vendor may write a text. */
export interface Encoding {
  readonly name: string
  readonly of: (text: string) => string
}

/** The nine encodings in which keys are looked for. Each gives what may stand in a text of JSON as it is. */
export const encodings: readonly Encoding[] = [
  { name: "as it is", of: (text) => text },
  { name: "escaped for JSON, here and there", of: (text) => each(text, jsonEscape) },
  { name: "escaped for a URL", of: encodeURIComponent },
  { name: "escaped for a URL, all of it", of: (text) => each(text, (code) => `%${hex(code, 2)}`) },
  {
    name: "escaped for HTML",
    of: (text) => each(text, (code, at) => (at % 2 === 0 ? `&#${code};` : `&#x${hex(code, 2)};`))
  },
  { name: "in base64", of: (text) => Buffer.from(text).toString("base64") },
  { name: "in base64 for URLs", of: (text) => Buffer.from(text).toString("base64url") },
  { name: "in base64 within a text", of: (text) => Buffer.from(`Bearer ${text} was sent`).toString("base64") },
  { name: "in hexadecimal digits", of: (text) => Buffer.from(text).toString("hex").toUpperCase() }
]

/** What is left of a key that somebody broke, or broke off. */
export const pieces: readonly Encoding[] = [
  { name: "short of its end", of: (text) => text.slice(0, -1) },
  { name: "short of its end, in base64", of: (text) => Buffer.from(text.slice(0, -1)).toString("base64") },
  { name: "short of its end, in hexadecimal digits", of: (text) => Buffer.from(text.slice(0, -1)).toString("hex") },
  { name: "in base64 over lines of 76 characters", of: (text) => broken(`${"x".repeat(50)}${text}`, 76, "\\r\\n") },
  { name: "in base64 over lines of 20 characters", of: (text) => broken(text, 20, "\\n") },
  { name: "in base64 over escaped lines", of: (text) => broken(text, 20, "\\\\n") },
  { name: "in base64 over lines in HTML", of: (text) => broken(text, 24, "&#13;&#x0A;") }
]

const broken = (text: string, width: number, end: string): string =>
  Buffer.from(text)
    .toString("base64")
    .replace(new RegExp(`.{${width}}(?=.)`, "g"), `$&${end}`)

const each = (text: string, of: (code: number, index: number) => string): string =>
  Array.from(text, (char, index) => of(char.charCodeAt(0), index)).join("")

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0")

const jsonEscape = (code: number, at: number): string =>
  at % 3 === 0 ? `\\u${hex(code, 4)}` : code === 47 ? "\\/" : String.fromCharCode(code)

/** Whether a text tells a secret, all but its first and last two characters, however it is written and escaped. */
export const tells = (text: string | Uint8Array, secret: string): boolean => {
  const inner = secret.slice(2, -2)
  const shapes = [inner, ...[0, 1, 2].map((offset) => inBase64(inner, offset))]
  const digits = Buffer.from(inner).toString("hex")
  const layers = layersOf(typeof text === "string" ? text : Buffer.from(text).toString("latin1"))
  return layers.some(
    (layer) =>
      layer.toLowerCase().includes(digits) ||
      shapes.some((shape) => layer.includes(shape) || layer.replaceAll("-", "+").replaceAll("_", "/").includes(shape))
  )
}

/** The characters of base64 that a text decides alone, which begins so many bytes after a multiple of three. */
const inBase64 = (text: string, offset: number): string =>
  Buffer.from("\0".repeat(offset) + text)
    .toString("base64")
    .slice(offset === 0 ? 0 : 4, -4)

/** A text, and what it reads as when its escapes are read, and read again. */
const layersOf = (text: string): readonly string[] => {
  const layers = [text]
  for (let depth = 0; depth < 3; depth++) layers.push(read(layers.at(-1) ?? ""))
  return [...layers, ...layers.map((layer) => layer.replace(/[\r\n]/g, ""))]
}

const read = (text: string): string =>
  text.replace(
    /\\u([\da-f]{4})|%([\da-f]{2})|&#x([\da-f]+);|&#(\d+);|\\([/"\\nr])/gi,
    (_, json: string | undefined, url: string | undefined, html, decimal, char: string | undefined) =>
      lineEnds.get(char ?? "") ??
      char ??
      String.fromCharCode(decimal === undefined ? Number.parseInt(json ?? url ?? String(html), 16) : Number(decimal))
  )

const lineEnds = new Map([
  ["n", "\n"],
  ["r", "\r"]
])
