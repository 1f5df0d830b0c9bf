import * as Formats from "../../src/formats.ts"
import { afterAll, describe, expect, it } from "vitest"
import { translateResponse, translateStream } from "../../src/translate.ts"
import { formLimits, readEither } from "../../src/endpoints/form.ts"
import { atOnce } from "../../src/core/collections.ts"
import { mostCandidates } from "../../src/core/chat/codec.ts"
import { mostTools } from "../../src/core/chat/tool.ts"
import { mostInputs } from "../../src/core/embedding.ts"
import { longestNumeral } from "../../src/core/json/value.ts"
import { mostDocuments } from "../../src/core/rerank.ts"
import { mostSteps } from "../../src/endpoints/form-fields.ts"
import { clientKey, startRig } from "../rows/gateway.ts"
import { list } from "./list.ts"

const rig = startRig()
afterAll(() => rig.close())

const user = { role: "user", content: "x" }
const google = { contents: [{ role: "user", parts: [{ text: "x" }] }] }

const refused = async (path: string, body: unknown) => {
  const { status, text, calls } = await rig.send({ path, body, headers: { authorization: `Bearer ${clientKey}` } })
  expect({ status, calls: calls.length }, text.slice(0, 300)).toEqual({ status: 400, calls: 0 })
  return text
}

const taken = async (path: string, body: unknown) => {
  const { status, text } = await rig.send({ path, body, headers: { authorization: `Bearer ${clientKey}` } })
  expect(status, text.slice(0, 300)).toBe(200)
}

const chat = "/v1/chat/completions"
const inChat = (more: object) => ({ model: "gpt-4o", messages: [user], ...more })
const functions = (count: number) => list(count, (at) => ({ type: "function", function: { name: `f${at}` } }))

describe("a number", () => {
  const numbered = (digits: number, model = "gpt-4o"): string =>
    `{"model": "${model}", "messages": [{"role": "user", "content": "x"}], "metadata": {"a": [1, 1.${"0".repeat(digits - 3)}1]}}`

  it("of more characters than the cap is refused by its place", async () => {
    expect(JSON.parse(await refused(chat, numbered(1001)))).toMatchObject({
      error: { param: "metadata.a[1]", message: expect.stringContaining("1000 characters") }
    })
  })

  it("of as many is read", async () => {
    await taken(chat, numbered(1000, "plain-model"))
  })
})

describe("tools", () => {
  it("beyond the cap are refused in chat completions", async () => {
    expect(JSON.parse(await refused(chat, inChat({ tools: functions(10_001) })))).toMatchObject({
      error: { param: "tools", message: "There are more than 10000 tools." }
    })
  })

  it("beyond the cap are refused in messages", async () => {
    const tools = list(10_001, (at) => ({ name: `f${at}`, input_schema: { type: "object" } }))
    const body = { model: "claude-opus-4-6", max_tokens: 9, messages: [user], tools }
    expect(await refused("/v1/messages", body)).toContain("There are more than 10000 tools.")
  })

  it("beyond the cap are refused in generateContent, however they are spread", async () => {
    const tools = list(10_001, (at) => ({ functionDeclarations: [{ name: `f${at}` }] }))
    const path = "/v1beta/models/gemini-2.5-flash:generateContent"
    expect(await refused(path, { ...google, tools })).toContain("There are more than 10000 tools.")
  })

  it("up to the cap are taken", async () => {
    await taken(chat, inChat({ tools: functions(10_000) }))
  })
})

describe("candidates", () => {
  const choice = (index: number) => ({ index, message: { role: "assistant", content: "x" }, finish_reason: "stop" })
  const chunk = (index: number) =>
    `data: ${JSON.stringify({ id: "c", choices: [{ index, delta: { content: "x" } }] })}\n\n`
  const candidate = (index: number) => ({
    index,
    content: { role: "model", parts: [{ text: "x" }] },
    finishReason: "STOP"
  })

  it("beyond the cap cannot be asked for", async () => {
    const { error } = JSON.parse(await refused(chat, inChat({ n: 129 })))
    expect(error).toMatchObject({ message: "At most 128 candidates can be asked for.", param: "n" })
  })

  it("up to the cap can", async () => {
    await taken(chat, inChat({ n: 128 }))
  })

  it.each([
    [Formats.chatCompletions, { id: "c", choices: list(129, choice) }],
    [Formats.generateContent, { candidates: list(129, candidate) }]
  ] as const)("beyond the cap make an answer a failure of its vendor: %#", (from, body) => {
    const translated = translateResponse({ from, to: Formats.messages }, JSON.stringify(body))
    expect(translated).toMatchObject({ ok: false, error: { reason: "UpstreamFailed" } })
  })

  it.each([
    [Formats.chatCompletions, chunk],
    [Formats.generateContent, (index: number) => `data: ${JSON.stringify({ candidates: [candidate(index)] })}\n\n`]
  ] as const)("beyond the cap end a stream with an error of the client's format: %#", (from, frame) => {
    const stream = translateStream({ from, to: Formats.chatCompletions })
    const said = list(200, (index) => stream.push(frame(index))).join("")
    expect(said.match(/"error"/g)).toHaveLength(1)
    expect(said.trimEnd().split("\n").at(-1)).toContain("more than 128 candidates")
    expect(said).not.toContain('"index":129')
  })
})

describe("parts of a form", () => {
  const members = { literals: new Set<string>(), structures: new Set<string>(), pictures: new Set(["image"]) }
  const type = "multipart/form-data; boundary=line"
  const part = (name: string) => `--line\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nx\r\n`
  const readForm = (count: number) => {
    const form = `${list(count, () => part("a")).join("")}--line--\r\n`
    return atOnce(readEither(new TextEncoder().encode(form), type, members))
  }

  it("beyond the cap are refused", () => {
    expect(readForm(1001)).toMatchObject({
      ok: false,
      error: { reason: "InvalidRequest", message: "The form has more than 1000 parts." }
    })
  })

  it("have as many header lines as the cap says, and no more", () => {
    const partOf = (lines: number): string =>
      `--line\r\ncontent-disposition: form-data; name="a"\r\n${"x: y\r\n".repeat(lines - 1)}\r\nx\r\n--line--\r\n`
    const read = (lines: number) => atOnce(readEither(new TextEncoder().encode(partOf(lines)), type, members))
    expect(read(100)).toMatchObject({ ok: true })
    expect(read(101)).toMatchObject({
      ok: false,
      error: {
        reason: "InvalidRequest",
        message: "A part of the form has more than 100 header lines.",
        details: { pointer: "" }
      }
    })
  })

  it("up to the cap are read, those of one name as a list", () => {
    const read = readForm(1000)
    expect(read.ok && read.value.object?.["a"]).toHaveLength(1000)
  })
})

it("caps are what the tests say", () => {
  expect({ longestNumeral, mostTools, mostCandidates, mostSteps }).toEqual({
    longestNumeral: 1000,
    mostTools: 10_000,
    mostCandidates: 128,
    mostSteps: 64
  })
  expect(formLimits).toEqual({ parts: 1000, partHead: 16_384, partHeaders: 100 })
  expect({ mostInputs, mostDocuments }).toEqual({ mostInputs: 2048, mostDocuments: 10_000 })
})
