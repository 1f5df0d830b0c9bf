import { describe, expect, it } from "vitest"
import { isPlaceholderKey, redactedText, redactorOf } from "../../src/core/secrets/redactor.ts"
import { canary, encodings, pieces, tells } from "./canary.ts"

const secret = canary()
const redactor = redactorOf([secret])
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Texts around a key, as vendors write them. */
const around: readonly (readonly [string, (told: string) => string])[] = [
  ["alone", (told) => told],
  ["in a sentence", (told) => `The key ${told} is not valid, see https://vendor.invalid/?key=${told}&x=1.`],
  ["in JSON", (told) => `{"error":{"message":"Bad key ${told}"},"h\u00e9":"\\u00e9 \\n${told}\\" \ud83d\ude00"}`],
  ["in JSON within JSON", (told) => JSON.stringify({ error: { message: `{"inner":"${told}"}` } })],
  ["in a page", (told) => `<html><body>1 &lt; 2 &amp; ${told}</body></html>`]
]

describe.each([...encodings, ...pieces])("a secret $name", ({ name, of }) => {
  it.each(around)("is told by what the test looks for, and by nothing that is left: %s", (_, text) => {
    expect(tells(text(of(secret)), secret)).toBe(true)
    expect(tells(redactor.text(text(of(secret))), secret)).toBe(false)
  })

  it("leaves every other character, and JSON whole", () => {
    const text = (told: string): string => `{"a":"\\u00e9\\\\ ${told} 100% &amp; \ud83d\ude00","b":1.0}`
    const [before, after] = text("|").split("|")
    const left = redactor.text(text(of(secret)))
    expect(JSON.parse(left)).toHaveProperty("b", 1)
    expect(left.startsWith(before ?? "")).toBe(true)
    expect(left.endsWith(after ?? "")).toBe(true)
    if (encodings.some((it) => it.name === name) && name !== "in base64 within a text")
      expect(left.replace(/=*(?= 100)/, "")).toBe(text(redactedText))
  })

  it("is taken out of a stream, wherever that is cut", () => {
    const text = bytesOf(`event: error\ndata: {"a":"\\"${of(secret)}.","b":"${of(secret)}!"}\n\ndata: 2`)
    const whole = redactor.bytes(text)
    for (let cut = 0; cut <= text.length; cut++) {
      const [first, rest] = redactor.begin(text.subarray(0, cut))
      const [second, last] = redactor.begin(Buffer.concat([rest, text.subarray(cut)]))
      const all = Buffer.concat([first, second, redactor.bytes(last)])
      if (!all.equals(whole)) expect(`${cut}: ${all.toString()}`).toBe(Buffer.from(whole).toString())
    }
  })
})

describe("base64 keeps all characters before those that hold bits of the secret", () => {
  const lengths = [0, 1, 2, 3]
  it.each(lengths.flatMap((before) => lengths.map((after) => [before, after] as const)))(
    "%i bytes before it, %i behind",
    (before, after) => {
      const text = btoa("x".repeat(before) + secret + "y".repeat(after)).replace(/=+$/, "")
      expect(redactor.text(`${text}=, x`)).toBe(`${text.slice(0, Math.floor((before * 8) / 6))}${redactedText}=, x`)
    }
  )
})

// ECMAScript's hexadecimal escapes of `/` and of a letter, as programs print texts that hold control characters.
it("a secret is taken out whose characters a program has printed as \\xNN", () =>
  expect(redactorOf(["house/key-of-mine"]).text("got '\\x68ouse\\x2Fkey-of-mine'")).toBe(`got '${redactedText}'`))

it.each([2, 3, 4, 5])("a secret is taken out whose every digit in so many is a capital in hexadecimal: %i", (every) => {
  const own = "jklmno\u00eb\u00ef/\u00eakey-of-mine"
  const digits = Array.from(Buffer.from(own).toString("hex"), (digit, at) =>
    at % every === 1 ? digit.toUpperCase() : digit
  ).join("")
  const search = redactorOf([own, "another-key"])
  expect(search.text(`key ${digits}.`)).toBe(`key ${redactedText}.`)
  expect(search.text(`key ${digits.slice(0, 38)}...`)).toBe(`key ${redactedText}...`)
  const [told, rest] = search.begin(bytesOf(`key ${digits.slice(0, 20)}`))
  expect([told, rest].map((it) => Buffer.from(it).toString())).toEqual(["key ", digits.slice(0, 20)])
})

it("there are nine encodings and seven kinds of pieces", () =>
  expect([encodings.length, pieces.length]).toEqual([9, 7]))

describe("a secret that is cut", () => {
  it.each([16, 17, 30, secret.length - 1])("is taken out with its first %i characters", (length) =>
    expect(redactor.text(`key ${secret.slice(0, length)}... is wrong`)).toBe(`key ${redactedText}... is wrong`)
  )

  it("is one mark where it goes on differently, and two where two were cut", () => {
    expect(redactor.text(`${secret.slice(0, 20)}*****`)).toBe(`${redactedText}*****`)
    expect(redactor.text(`${secret.slice(0, 20)} ${secret.slice(0, 25)}`)).toBe(`${redactedText} ${redactedText}`)
  })

  it("is found where another secret runs through it", () => {
    const [long, short] = ["aaaa-bbbb-cccc-dddd-eeee-ffff", "bbbb-cccc"]
    expect(redactorOf([long, short]).text("aaaa-bbbb-cccc!")).toBe(`aaaa-${redactedText}!`)
    expect(redactorOf([long, short]).text("aaaa-bbbb-cccc-dddd!")).toBe(`${redactedText}!`)
  })

  it("is a JSON Web Token from its signature on", () => {
    const token = `eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJtZSJ9.${secret.replaceAll(/[^A-Za-z0-9]/g, "")}`
    const known = token.slice(0, token.lastIndexOf(".") + 1)
    expect(redactorOf([token]).text(`${known} ${token.slice(0, known.length + 16)}`)).toBe(`${known} ${redactedText}`)
  })
})

it("a line that ends with a long word costs nobody anything but a look", () => {
  const text = '{"a":"internationalisation\\nof twenty characters\\r\\n  more"}'
  expect(redactor.text(text)).toBe(text)
})

describe("a secret that was escaped many times", () => {
  const own = "house/key-of-mine"
  const search = redactorOf([own])
  const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

  it.each<readonly [string, string, (text: string) => string]>([
    ["JSON within JSON", "\\u0068ouse\\/key-of\\u002dmine", inJson],
    ["a URL within a URL", "%68ouse%2Fkey-of%2Dmine", encodeURIComponent],
    ["Markdown within JSON", "house/key\\-of\\-mine", inJson],
    ["a page within a page", "&#104;ouse&#x2F;key-of&hyphen;mine", (text) => text.replaceAll("&", "&amp;")],
    ["JSON and a URL in turns", "\\u0068ouse%2Fkey-of%2Dmine", (text) => inJson(text).replaceAll("%", "%25")]
  ])("is found however often that was, as in %s", (_, first, again) => {
    let text = first
    for (let times = 1; times <= 8; times++) {
      expect(`${times}: ${search.text(`a ${text}, b`)}`).toBe(`${times}: a ${redactedText}, b`)
      text = again(text)
    }
  })

  it("is found where backslashes are escaped by their numbers", () =>
    expect(search.text("a \\u005cu005cu005cu005cu0068ouse/key-of-mine, b")).toBe(`a ${redactedText}, b`))

  it("leaves what is none as it is", () => {
    const text = inJson(inJson(inJson(inJson(inJson('{"a":"house/key-of-his","b":"100% &amp; \\u0068"}')))))
    expect(search.text(text)).toBe(text)
  })
})

describe("what is no secret", () => {
  it.each([
    ["what a secret begins with, as far as everybody may know it", secret.slice(0, 15)],
    ["the end of one", secret.slice(1)],
    ["the head of a token that others have, too", `eyJhbGciOiJIUzI1NiJ9.${secret.slice(0, 15)}`],
    ["another", canary()],
    ["another in base64", btoa(canary())],
    ["one in which a character is another", secret.replace("c", "C")],
    ["text with escapes", '{"a":"\\u0063anary \\/ \\\\ %63anary &#99;anary 5%"}']
  ])("stays, the same bytes: %s", (_, text) => {
    const bytes = bytesOf(text)
    expect(redactor.bytes(bytes)).toBe(bytes)
    expect(redactor.text(text)).toBe(text)
  })

  it("is a text of fewer than eight characters, such as the sandbox's key", () => {
    expect(redactorOf(["sandbox", ""]).text("the sandbox")).toBe("the sandbox")
    expect(redactorOf(["sandbox!"]).text("the sandbox!")).toBe("the [redacted]")
  })

  it("stays around what is: bytes that are no UTF-8", () => {
    const odd = Uint8Array.from([0xff, 0xfe, ...bytesOf(secret), 0x80, 0xc3])
    expect(redactor.bytes(odd)).toEqual(Uint8Array.from([0xff, 0xfe, ...bytesOf(redactedText), 0x80, 0xc3]))
  })
})

describe("several secrets", () => {
  const [one, other] = ["canary-aaaa-bbbb", "bbbb-cccc-canary"]
  const both = redactorOf([one, other, `${one}-longer`])

  it("are all taken out, side by side", () => expect(both.text(one + other)).toBe(redactedText))
  it("are taken out where they overlap", () => expect(both.text("canary-aaaa-bbbb-cccc-canary")).toBe(redactedText))
  it("are taken out where one begins another", () => expect(both.text(`${one}-longer.`)).toBe(`${redactedText}.`))
})

describe("an escape is never cut in two", () => {
  it("by a secret that begins with a letter that a backslash may stand before", () =>
    expect(JSON.parse(redactorOf(["next-canary"]).text('{"a":"\\next-canary"}'))).toEqual({ a: redactedText }))

  it("by a secret that ends with a backslash", () =>
    expect(JSON.parse(redactorOf(["canary-next\\"]).text('{"a":"canary-next\\" b"}'))).toEqual({
      a: `${redactedText} b`
    }))

  it("by a secret that begins within one", () =>
    expect(redactorOf(["41-canary"]).text("%41-canary %41")).toBe(`${redactedText} %41`))
})

describe("a secret of odd characters", () => {
  const odd = `canary<"&'\\>`
  it.each([
    ["JSON", JSON.stringify({ a: odd }), JSON.stringify({ a: redactedText })],
    ["HTML", "a &lt; canary&lt;&quot;&amp;&apos;\\&gt;", `a &lt; ${redactedText}`],
    [
      "HTML, with a name for each",
      "a &lt; canary&lt;&quot;&amp;&apos;&bsol;&gt; &num;",
      `a &lt; ${redactedText} &num;`
    ],
    ["HTML without semicolons", "a &lt canary&lt&quot&amp&#39\\&#x3E end", `a &lt ${redactedText} end`],
    [
      "HTML in decimal numbers without semicolons",
      `${Array.from(odd, (char) => `&#${char.charCodeAt(0)}`).join("")} end`,
      `${redactedText} end`
    ],
    ["URLs", `?a=${encodeURIComponent(odd)}&b`, `?a=${redactedText}&b`]
  ])("is found as %s escapes it by itself", (_, text, left) => expect(redactorOf([odd]).text(text)).toBe(left))
})

// The names of ASCII marks (HTML, 13.5, "Named character references"), as escapers write them that know them all.
it.each([
  ["key/of+mine=_", "key&sol;of&plus;mine&equals;&lowbar;"],
  ["key-of.mine:#1", "key&hyphen;of&period;mine&colon;&num;1"],
  ["key-of@mine!$%", "key&dash;of&commat;mine&excl;&dollar;&percnt;"],
  ["key(of)*mine*", "key&lpar;of&rpar;&ast;mine&midast;"],
  ["key,of;mine?", "key&comma;of&semi;mine&quest;"],
  ["key[of]mine\\[]", "key&lsqb;of&rsqb;mine&bsol;&lbrack;&rbrack;"],
  ["key{of}mine{}", "key&lcub;of&rcub;mine&lbrace;&rbrace;"],
  ["key^of`mine||", "key&Hat;of&grave;mine&verbar;&vert;"]
])("a secret is found whose marks are named: %s", (own, told) => {
  const search = redactorOf([own])
  expect(search.text(`a ${told}; b`)).toBe(`a ${redactedText}; b`)
  expect(search.text(`a ${told.replaceAll("&", "&amp;")}; b`)).toBe(`a ${redactedText}; b`)
  expect(search.text(`a ${told.replaceAll(";", "")}; b`)).not.toContain(redactedText)
})

// LM Studio's documentation has `lm-studio`, Ollama's `ollama`, llama.cpp's `sk-no-key-required`, LangChain's `not-needed`,
// LiteLLM's `anything` and `your-api-key`, and vLLM's `token-abc123`.
it("words that stand for a key where none is wanted are known", () => {
  for (const key of [
    "lm-studio",
    "ollama",
    "sk-no-key-required",
    "not-needed",
    "Not-Needed",
    "anything",
    "token-abc123",
    "dummykey",
    "YOUR_API_KEY"
  ])
    expect(isPlaceholderKey(key)).toBe(true)
  for (const key of ["", "house", "upstream-key", "correct-horse-battery", "lm-studio-2", "password"])
    expect(isPlaceholderKey(key)).toBe(false)
})

describe("the work", () => {
  /** What a text costs, in microseconds of this thread's own: what else the machine does is none of it. */
  /** In so many microseconds some systems count the time of a thread. */
  const tick = 10_000
  const cost = (text: string): number => {
    const began = process.threadCpuUsage()
    for (let round = 0; round < 5; round++) redactor.text(text)
    const { user, system } = process.threadCpuUsage(began)
    return Math.max(tick, user + system)
  }

  it.each([
    ["the beginning of a secret, again and again", secret.slice(0, 15)],
    ["what a secret begins with that tells it", secret.slice(0, 16)],
    ["lines of base64", "QUJDREVGR0hJSktM\n"],
    ["lines of it, escaped", "QUJDREVGR0hJSktM\\r\\n"],
    ["escapes", "\\u0063"],
    ["escapes of escapes", "\\\\\\\\\\\\\\\\u0063"],
    ["backslashes", "\\"],
    ["percent signs of percent signs", "%2525252525"],
    ["references to references", "&amp;"],
    ["half an escape", "\\u00"],
    ["references that do not end", "&#"],
    ["names that do not end", "&lbrac"],
    ["a run of what tells a secret", `${secret.slice(0, 16)}/`],
    ["percent signs", "%6"],
    ["base64", "QUJD"]
  ])(
    "grows with the length alone: %s",
    (_, piece) => {
      const ofLength = (length: number): string => piece.repeat(length / piece.length)
      cost(ofLength(200_000))
      const ratios = [1, 2, 3, 4, 5].map(() => cost(ofLength(800_000)) / cost(ofLength(200_000)))
      expect(Math.min(...ratios)).toBeLessThan(8)
    },
    180_000
  )
})
