import { describe, expect, it } from "vitest"
import { startRig } from "./rig.ts"
import { pixel } from "./upstream.ts"

const rig = startRig()
const prompt = "A lighthouse"
const gemini = { model: "gemini-2.5-flash-image", prompt, n: 3 }
const usageMetadata = { promptTokenCount: 50, candidatesTokenCount: 1290, totalTokenCount: 1340 }
const candidate = (more: object) => ({ candidates: [more], usageMetadata })
const drawn = candidate({ content: { parts: [{ inlineData: { mimeType: "image/png", data: pixel } }] } })

describe("several calls that all came to nothing", () => {
  it.each<[string, number, object]>([
    ["a text in place of a picture", 400, candidate({ content: { parts: [{ text: "No." }] }, finishReason: "STOP" })],
    ["what may not be shown", 400, candidate({ content: {}, finishReason: "IMAGE_SAFETY" })],
    ["a prompt that is blocked", 400, { promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata }],
    ["no candidates", 502, { candidates: [], usageMetadata }],
    ["what cannot be read", 502, { candidates: "x", usageMetadata }]
  ])("are metered with what all of them cost, and not made again: %s", async (_, status, answer) => {
    const { entries, headers, ...told } = await rig.send({ body: gemini, answer: () => Response.json(answer) })
    expect([told.status, headers.get("x-should-retry")]).toEqual([status, "false"])
    expect(entries).toMatchObject([{ ended: "failed", usage: { input: 150, text: 3870 } }])
  })
})

describe("several calls of which one came to nothing", () => {
  it("cost what all of them do", async () => {
    const blocked = { promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata: { promptTokenCount: 50 } }
    const answer = (_: unknown, times: number) => Response.json(times === 2 ? blocked : drawn)
    const { status, entries } = await rig.send({ body: gemini, answer })
    expect([status, entries]).toMatchObject([200, [{ ended: "finished", usage: { input: 150, text: 2580 } }]])
  })
})

const ark = { generated_images: 1, output_tokens: 16_384, total_tokens: 16_384 }
const openai = { input_tokens: 50, output_tokens: 1000, total_tokens: 1050 }
const dashscope = { input_tokens: 50, output_tokens: 1000, image_count: 1 }

/** Families of one call, how each counts, and what that is. */
const families = [
  ["doubao-seedream-4-0-250828", ark, { text: 16_384 }],
  ["gpt-image-1", openai, { input: 50, text: 1000 }],
  ["qwen-image", dashscope, { input: 50, text: 1000 }]
] as const

describe.each(families)("an answer of %s that came to nothing", (model, usage, counted) => {
  it.each<[string, object]>([
    ["what cannot be read", { data: "x", output: "x" }],
    ["no picture", { data: [], output: { choices: [] } }],
    ["an error beside what it cost", { error: { code: "InternalError", message: "It broke." }, code: "InternalError" }]
  ])("is metered with what it cost, and not made again: %s", async (_, answer) => {
    const { status, headers, entries } = await rig.send({
      body: { model, prompt },
      answer: () => Response.json({ ...answer, usage })
    })
    expect([status, headers.get("x-should-retry")]).toEqual([502, "false"])
    expect(entries).toMatchObject([{ ended: "failed", usage: counted }])
  })

  it("may be asked for again where it cost nothing", async () => {
    const none = Object.fromEntries(Object.keys(usage).map((count) => [count, 0]))
    const { status, headers } = await rig.send({
      body: { model, prompt },
      answer: () => Response.json({ data: [], output: { choices: [] }, usage: none })
    })
    expect([status, headers.get("x-should-retry")]).toEqual([502, null])
  })
})

describe("a picture that could not be had for an edit", () => {
  it("is no call that failed: no upstream was called", async () => {
    const body = { model: "gpt-image-1", prompt, image: "https://pictures.test/lost" }
    const { status, calls, entries } = await rig.send({ path: "/v1/images/edits", body })
    expect([status, calls, entries]).toEqual([400, [], []])
  })
})
