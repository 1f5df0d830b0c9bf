import { describe, expect, it } from "vitest"
import type { StreamFrame } from "../../src/core/framing/transducer.ts"
import { noSecrets, redactorOf } from "../../src/core/secrets/redactor.ts"
import { readInSteps } from "../../src/exchange/long-event.ts"
import { list } from "./list.ts"
import { type ClientName, clientOf, machineOf, stepsAfter, stepsAtEnd } from "./machines.ts"

// A native reader takes a text of one event in one call, however long it is: long ones are read in pieces.

const mebi = 1024 * 1024

/** What is read of data, and how often others had their turn. */
const readOf = (data: string) => {
  const work = readInSteps({ data })
  let turns = 0
  let step = work.next()
  for (; step.done !== true; step = work.next()) turns++
  const frame: StreamFrame = step.value
  return { ...frame.read, turns }
}

const escapes = { quotes: '\\"', "line ends": "\\n", backslashes: "\\\\", accents: "\\u00e9", faces: "\\ud83d\\ude00" }

describe.each(Object.entries(escapes))("a long text of %s", (_, unit) => {
  it.each(list(6, (at) => [at] as const))("says what it says in one piece, with %i characters before it", (before) => {
    const data = `{"a":{"b":["${"x".repeat(before)}${unit.repeat((1.5 * mebi) / unit.length)}",1.50]},"c":"\\n"}`
    const { value, brief = "", turns } = readOf(data)
    expect(JSON.stringify(value) === JSON.stringify(JSON.parse(data))).toBe(true)
    expect(brief.length).toBeLessThan(64)
    // It is walked over in two pieces, before what is behind them, and read in two, with a turn between both.
    expect(turns).toBe(2 + 1 + 1)
  })
})

it.each([
  ["that is no JSON within a text", `{"a":"${"x".repeat(mebi)}\u0001"}`],
  ["that breaks off within a text", `{"a":"${"x".repeat(mebi)}`],
  ["that breaks off within an escape", `{"a":"${"x".repeat(mebi)}\\`],
  ["that breaks off behind a text", `{"a":"${"x".repeat(mebi)}"`]
])("an event %s has no value", (_, data) => {
  expect(readOf(data).value).toBe(null)
})

it.each([
  [
    "whose texts say what stands for long ones",
    `{"a":"\\udc000","b":["\\uDC00","\\udc011"],"c":"${"x".repeat(mebi)}"}`
  ],
  ["with long names", `{"${"k".repeat(100_000)}" :1,"c":"${"x".repeat(mebi)}"}`],
  ["with a member that objects have", `{"__proto__":{"a":"${"x".repeat(mebi)}"},"2":1,"1":"b"}`],
  ["of many texts", JSON.stringify(list(2000, (at) => `${at}${'"'.repeat(700)}`))],
  ["of one long text", `"${"x".repeat(mebi)}"`]
])("an event %s is read as a native reader has it", (_, data) => {
  const { value } = readOf(data)
  expect(JSON.stringify(value) === JSON.stringify(JSON.parse(data))).toBe(true)
})

it("an outline has little of many texts, though none of them is long by itself", () => {
  const { brief = "" } = readOf(JSON.stringify(list(2000, () => '"'.repeat(700))))
  expect(brief.length).toBeLessThan(300 * 1024)
})

it("an outline has nothing of long names, and all of those that somebody may look for", () => {
  const escaped = list(40, (at) => `\\u00${(65 + (at % 26)).toString(16)}`).join("")
  const { brief = "" } = readOf(`{${list(2000, (at) => `"${at}${"k".repeat(700)}":1`).join(",")},"${escaped}":1}`)
  expect(brief.length).toBeLessThan(64 * 1024)
  expect(brief).toContain(escaped)
})

it("of two members of one long name the last counts, in the place of the first", () => {
  const name = "k".repeat(100_000)
  const data = `{"${name}":1,"a":2,"${name}":3,"c":"${"x".repeat(mebi)}"}`
  expect(JSON.stringify(readOf(data).value) === JSON.stringify(JSON.parse(data))).toBe(true)
})

it("instructions that a vendor repeats are null where they are longer than other texts may be", () => {
  const said = `{"response":{"instructions" : "${"x".repeat(2 * mebi + 1)}","id":"r","text":"${"\\n".repeat(mebi / 2)}"}}`
  const { value, data = "" } = readOf(said)
  expect(value).toEqual({ response: { instructions: null, id: "r", text: "\n".repeat(mebi / 2) } })
  expect(data.startsWith('{"response":{"instructions" : null,"id":"r"')).toBe(true)
})

it("an event is refused for a long text that is no medium, and has none of it in its outline", () => {
  const { value, beyond, brief = "" } = readOf(`{"x":"${"\\n".repeat(2 * mebi)}"}`)
  expect([value, beyond?.details.code, brief.length < 64]).toEqual([null, "upstream_event_too_large", true])
})

const event = (type: string, value: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`
const chunk = (value: object): string => `data: ${JSON.stringify(value)}\n\n`

/** A stream of each format that fails with words behind a beginning. */
const failing: Readonly<Record<ClientName, (words: string) => string>> = {
  chatCompletions: (message) =>
    chunk({ id: "c", model: "m", choices: [{ index: 0, delta: { content: "a" } }] }) + chunk({ error: { message } }),
  messages: (message) =>
    event("message_start", { message: { id: "m", role: "assistant", content: [], usage: {} } }) +
    event("error", { error: { type: "api_error", message } }),
  generateContent: (message) =>
    chunk({ candidates: [{ index: 0, content: { role: "model", parts: [{ text: "a" }] } }] }) +
    chunk({ error: { code: 500, status: "INTERNAL", message } }),
  responses: (message) =>
    event("response.created", { response: { id: "r", status: "in_progress", model: "m", output: [] } }) +
    event("response.failed", { response: { id: "r", status: "failed", output: [], error: { code: "x", message } } })
}

/** Begins an answer of each format with a text that is no medium and longer than others may be. */
const beginnings: Readonly<Record<ClientName, (text: string) => string>> = {
  chatCompletions: (content) => chunk({ id: "c", model: "m", choices: [{ index: 0, delta: { content } }] }),
  messages: (text) =>
    event("message_start", { message: { id: "m", role: "assistant", content: [], usage: {} } }) +
    event("content_block_start", { index: 0, content_block: { type: "text", text } }),
  generateContent: (text) => chunk({ candidates: [{ index: 0, content: { role: "model", parts: [{ text }] } }] }),
  responses: (instructions) =>
    event("response.created", { response: { id: "r", status: "in_progress", model: "m", output: [], x: instructions } })
}

describe.each(Object.keys(beginnings) as ClientName[])("a long text of %s that is no medium", (name) => {
  const begun = Buffer.from(beginnings[name]("\n".repeat(1.5 * mebi)))

  it("passes as it is", () => {
    const machine = machineOf(name, name)
    expect(Buffer.from(stepsAfter(machine, begun).join("")).equals(begun)).toBe(true)
    expect(machine.failure()).toBeUndefined()
  })

  it("is not translated", () => {
    const machine = machineOf(name === "messages" ? "chatCompletions" : "messages", name)
    stepsAfter(machine, begun)
    expect(machine.failure()?.details.code).toBe("upstream_event_too_large")
  })
})

const key = "seventeen zebras in a row"

describe.each(Object.keys(failing) as ClientName[])("a long error of a stream of %s that passes", (name) => {
  /** What is told of a failure, and the most characters that were searched between two turns. */
  const run = (words: string) => {
    const known = redactorOf([key])
    let [now, most] = [0, 0]
    const count = (length: number): void => {
      now += length
      most = Math.max(most, now)
    }
    const secrets: typeof noSecrets = {
      text: (text) => (count(text.length), known.text(text)),
      bytes: (bytes) => (count(bytes.length), known.bytes(bytes)),
      begin: (bytes) => (count(bytes.length), known.begin(bytes))
    }
    const machine = machineOf(name, name, { ...clientOf(name), secrets })
    let told = Buffer.concat(machine.push(Buffer.from(failing[name](words)))).toString()
    while (machine.waits()) {
      now = 0
      told += Buffer.concat(machine.push(new Uint8Array(0))).toString()
    }
    return { told: told + stepsAtEnd(machine).join(""), most }
  }

  it("is searched for keys in steps, and told as it is where it holds none", () => {
    const words = '"no" \n'.repeat(100_000)
    const { told, most } = run(words)
    expect(told.includes(JSON.stringify(words))).toBe(true)
    expect(most).toBeLessThan(256 * 1024)
  })

  it("is not told where it holds one at its end", () => {
    expect(run(`${'"no" \n'.repeat(100_000)}${key}`).told).not.toContain(key)
  })
})

it("a very long name of an event is not searched in one go", () => {
  let most = 0
  const secrets = { ...noSecrets, text: (text: string) => ((most = Math.max(most, text.length)), text) }
  const machine = machineOf("messages", "messages", { ...clientOf("messages"), secrets })
  const told = stepsAfter(machine, Buffer.from(`event: ${"ping ".repeat(100_000)}\ndata: {"type":"ping"}\n\n`)).join("")
  expect(told).toContain('data: {"type":"ping"}')
  expect(most).toBeLessThan(64 * 1024)
})
