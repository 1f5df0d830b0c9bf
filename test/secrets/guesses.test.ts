import { randomBytes, randomInt } from "node:crypto"
import { describe, expect, it } from "vitest"
import { redactedText, redactorOf } from "../../src/core/secrets/redactor.ts"
import { canary, type Encoding, encodings } from "./canary.ts"

/** Keys as vendors and operators make them. */
const keys: readonly (readonly [string, () => string])[] = [
  ["of letters and digits", () => `sk-house-${randomBytes(24).toString("hex")}`],
  ["of base64 for URLs", () => `sk_live_${randomBytes(27).toString("base64url")}`],
  ["of base64 and more", canary],
  ["with points", () => `AQ.${randomBytes(9).toString("hex")}.${randomBytes(15).toString("base64url")}`]
]

const marks = new Map([
  ["/", "sol"],
  ["+", "plus"],
  ["=", "equals"],
  ["_", "lowbar"],
  [".", "period"]
])

const all: readonly Encoding[] = [
  ...encodings,
  { name: "escaped for HTML by name", of: (text) => text.replace(/[/+=_.]/g, (char) => `&${marks.get(char)};`) },
  {
    name: "escaped for JSON within JSON",
    of: (text) => text.replace(/[a-m]/g, (c) => `\\\\u00${c.charCodeAt(0).toString(16)}`)
  },
  { name: "over lines", of: (text) => text.replace(/.{14}(?=.)/g, "$&\\n") }
]

const alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"

const wrongFor = (right: string | undefined): string => {
  const char = alphabet[randomInt(alphabet.length)] ?? ""
  return char === right ? wrongFor(right) : char
}

const json = (told: string): string => `{"a":"the model ${told} is unknown","b":1}`

/** What a stream tells that comes in pieces of such lengths, and the most that was kept of it in between. */
const streamed = (redactor: ReturnType<typeof redactorOf>, text: string, size: () => number) => {
  const bytes = new TextEncoder().encode(text)
  const all: Uint8Array[] = []
  let left: Uint8Array = new Uint8Array(0)
  let kept = 0
  for (let from = 0; from < bytes.length;) {
    const to = from + size()
    const [told, rest] = redactor.begin(Buffer.concat([left, bytes.subarray(from, to)]))
    all.push(told)
    left = rest
    kept = Math.max(kept, rest.length)
    from = to
  }
  return { text: Buffer.concat([...all, redactor.bytes(left)]).toString(), kept }
}

/** A text without the word before a mark: a stream may have told the character of base64 that holds the first bits of a key. */
const loosely = (text: string): string => text.replace(/\w*\[redacted\]/, redactedText)

describe.each(keys)(
  "who knows the first 16 characters of a key %s is not told whether the next is right",
  (_, make) => {
    it.each(all)("$name", ({ name, of }) => {
      const key = make()
      const redactor = redactorOf([make(), key, "short-one"])
      for (let known = 16; known < key.length - (name === "over lines" ? 1 : 0); known++) {
        // Behind the whole of a key its run ends with the line: who knows it all is told so.
        const last = name === "over lines" ? "" : key.slice(known + 1)
        const other = randomBytes(40).toString("hex")
        for (const rest of [["", "Z"][known % 2] ?? "", [last, `${last}Zz0`, other][known % 3] ?? ""]) {
          const right = json(of(key.slice(0, known + 1) + rest))
          const wrong = json(of(key.slice(0, known) + wrongFor(key[known]) + rest))
          expect(redactor.text(right)).toBe(redactor.text(wrong))
          expect(redactor.text(right)).toContain(redactedText)
          for (const text of [right, wrong])
            expect(loosely(streamed(redactor, text, () => randomInt(1, 30)).text)).toBe(loosely(redactor.text(text)))
        }
      }
    })
  }
)

describe("a run in which a key stands", () => {
  const key = `sk-house-${randomBytes(24).toString("hex")}`
  const redactor = redactorOf([key])

  it("is one mark to its end, and no more", () => {
    expect(redactor.text(`no ${key.slice(0, 16)}Zz-0_9. Yes`)).toBe(`no ${redactedText}. Yes`)
    expect(redactor.text(`no ${key}Zz-0_9, yes`)).toBe(`no ${redactedText}, yes`)
    expect(redactor.text(`no ${key}\nYes`)).toBe(`no ${redactedText}\nYes`)
    expect(redactor.text(`no ${key.slice(0, 15)}Zz-0_9. Yes`)).toBe(`no ${key.slice(0, 15)}Zz-0_9. Yes`)
    expect(redactorOf(["sixteen-16-chars"]).text("sixteen-16-charsZz")).toBe(`${redactedText}Zz`)
  })

  it("ends where the text does that quotes it, whatever the key holds", () => {
    const odd = redactorOf([`sixteen-16-chars"\\'<>& ${key}`])
    for (const end of ['"', "'", "<", ">", "&", " ", "\\u0022"])
      expect(odd.text(`no sixteen-16-chars!${end}yes`)).toBe(`no ${redactedText}!${end}yes`)
    expect(JSON.parse(odd.text('{"a":"sixteen-16-charsZ","b":1}'))).toEqual({ a: redactedText, b: 1 })
  })

  it.each([
    ["plain", "Zz"],
    ["escaped", "\\u005a"],
    ["escaped twice", "\\\\u005a"],
    ["of HTML", "&amp;#90;"],
    ["over lines", "\\nZzZzZzZzZzZzZz"]
  ])("may be long, and is not kept in a stream: %s", (_, piece) => {
    const text = json(`${key.slice(0, 20)}${piece.repeat(60_000)}`)
    for (const size of [() => 4096, () => 1000 + randomInt(9000)]) {
      const { text: told, kept } = streamed(redactor, text, size)
      expect(told).toBe(json(redactedText))
      expect(kept).toBeLessThan(16_000)
    }
  })
})
