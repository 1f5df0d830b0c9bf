import { GoogleGenAI as Newest } from "@google/genai"
import { GoogleGenAI as Previous } from "@google/genai-previous"
import { describe, expect, it, vi } from "vitest"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import type { ContentPart, ChatResponse as Answer } from "../../../src/core/chat/chat.ts"
import { GatewayError, type ErrorReason, statusOf } from "../../../src/core/errors/error.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { sseFraming } from "../../../src/core/framing/sse.ts"
import { unfoldResponse } from "../../../src/core/events/fold.ts"
import { call, callOf, stamp, streamed, text } from "./reading.ts"

const parts: readonly ContentPart[] = [
  { type: "reasoning", text: "Hm.", opaque: [{ vendor: "google", kind: "signature", data: "c2ln" }] },
  text("See."),
  { ...call("fc_1", "f", '{"a":{"b":[1,2]}}'), opaque: [{ vendor: "google", kind: "signature", data: "c2ln" }] },
  call("fc_2", "g", "{}")
]

const answer: Answer = {
  id: "r_1",
  model: "m-1",
  created: 1_793_491_200,
  candidates: [{ index: 0, parts, finish: { kind: "tool-calls" } }],
  usage: { input: 16, cacheRead: 4, text: 12, reasoning: 30 }
}

const unary = (): string => generateContent.encodeResponse(answer, defaultReplyPreferences, stamp).value.text

const framing = sseFraming.write()
const bytesOf = (events: Parameters<typeof streamed>[0]): string =>
  streamed(events)
    .flatMap((frame) => [...framing.push(frame)])
    .join("")

/** Runs something while every request is answered alike; gives what it made and the bodies that were sent. */
const replying = async <A>(
  status: number,
  type: string,
  body: string | (() => string),
  run: () => Promise<A>
): Promise<{ readonly made: A; readonly bodies: readonly string[] }> => {
  const bodies: string[] = []
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation((_url, init) => {
    bodies.push(typeof init?.body === "string" ? init.body : "")
    return Promise.resolve(
      new Response(typeof body === "string" ? body : body(), { status, headers: { "content-type": type } })
    )
  })
  try {
    return { made: await run(), bodies }
  } finally {
    spy.mockRestore()
  }
}

const options = { apiKey: "key", httpOptions: { baseUrl: "http://127.0.0.1:1" } }
const params = { model: "m-1", contents: "Hello" }
const functions = [
  { id: "fc_1", name: "f", args: { a: { b: [1, 2] } } },
  { id: "fc_2", name: "g", args: {} }
]

const clients = [
  ["the newest", () => new Newest(options)],
  ["the previous", () => new Previous(options) as unknown as Newest]
] as const

describe.each(clients)("%s SDK", (_which, client) => {
  it("reads a whole answer", async () => {
    const { made } = await replying(200, "application/json", unary(), () => client().models.generateContent(params))
    expect(made.text).toBe("See.")
    expect(made.functionCalls).toEqual(functions)
    expect(made).toMatchObject({ responseId: "r_1", modelVersion: "m-1" })
    expect(made.usageMetadata).toMatchObject({ promptTokenCount: 20, cachedContentTokenCount: 4, totalTokenCount: 62 })
    expect(made.candidates?.[0]).toMatchObject({ finishReason: "STOP", index: 0, safetyRatings: [] })
  })

  it("reads of a stream what it reads of the whole answer", async () => {
    const { made } = await replying(200, sseFraming.contentType, bytesOf(unfoldResponse(answer)), async () => {
      const chunks = []
      for await (const chunk of await client().models.generateContentStream(params)) chunks.push(chunk)
      return chunks
    })
    expect(made.map((chunk) => chunk.text ?? "").join("")).toBe("See.")
    expect(made.flatMap((chunk) => chunk.functionCalls ?? [])).toEqual(functions)
    expect(made.at(-1)?.usageMetadata).toMatchObject({
      promptTokenCount: 20,
      thoughtsTokenCount: 30,
      totalTokenCount: 62
    })
    expect(made.at(-1)?.candidates?.[0]?.finishReason).toBe("STOP")
  })

  it("keeps a streamed exchange in a chat's history, and sends it back as it was told", async () => {
    const opaque = { vendor: "anthropic", kind: "signature", data: "EqQB" } as const
    const thinking: Answer = {
      ...answer,
      candidates: [
        {
          index: 0,
          parts: [{ type: "reasoning", text: "Need it.", opaque: [opaque] }, text("Sunny.")],
          finish: { kind: "stop" }
        }
      ]
    }
    const { bodies } = await replying(
      200,
      sseFraming.contentType,
      () => bytesOf(unfoldResponse(thinking)),
      async () => {
        const chat = client().chats.create({ model: "m-1" })
        for (const message of ["Weather?", "And now?"]) {
          for await (const chunk of await chat.sendMessageStream({ message })) expect(chunk.candidates?.length).toBe(1)
        }
      }
    )
    const read = generateContent.decodeRequest(callOf(bodies[1] ?? ""))
    const messages = read.ok ? read.value.value.request.messages : []
    const said = messages.flatMap((message) => (message.role === "assistant" ? message.parts : []))
    expect(said).toMatchObject([
      { type: "reasoning", text: "Need it.", opaque: [opaque] },
      { type: "text", text: "Sunny." }
    ])
    expect(messages.filter(({ role }) => role === "user")).toHaveLength(2)
  })

  it("throws what a stream's error says", async () => {
    const bytes = bytesOf([
      { type: "start", response: {} },
      { type: "part", candidate: 0, part: 0, value: text("a") },
      { type: "error", error: new GatewayError("Overloaded", "Busy.") }
    ])
    const reading = replying(200, sseFraming.contentType, bytes, async () => {
      for await (const chunk of await client().models.generateContentStream(params)) expect(chunk.text).toBe("a")
    })
    await expect(reading).rejects.toMatchObject({ status: 503, message: expect.stringContaining("Busy.") as unknown })
  })

  it.each(Object.keys(statusOf) as ErrorReason[])("reads an error of reason %s", async (reason) => {
    const { status, body } = generateContent.encodeError(new GatewayError(reason, "It went wrong."))
    const reading = replying(status, "application/json", body.text, () => client().models.generateContent(params))
    await expect(reading).rejects.toMatchObject({
      name: "ApiError",
      status,
      message: expect.stringContaining("It went wrong.") as unknown
    })
  })

  it("sends requests that are read without a note", async () => {
    const { bodies } = await replying(200, "application/json", unary(), () =>
      client().models.generateContent({
        model: "m-1",
        contents: [
          { role: "user", parts: [{ text: "?" }, { inlineData: { mimeType: "image/png", data: "AAAA" } }] },
          {
            role: "model",
            parts: [{ functionCall: { id: "a", name: "f", args: { x: 1 } }, thoughtSignature: "c2ln" }]
          },
          { role: "user", parts: [{ functionResponse: { id: "a", name: "f", response: { output: "1" } } }] }
        ],
        config: {
          systemInstruction: "Be brief.",
          temperature: 0,
          tools: [
            { functionDeclarations: [{ name: "f", parametersJsonSchema: { type: "object" } }] },
            { googleSearch: {} }
          ],
          thinkingConfig: { includeThoughts: true, thinkingBudget: -1 },
          safetySettings: []
        }
      })
    )
    const body = bodies[0] ?? ""
    const read = generateContent.decodeRequest(callOf(body))
    expect(read.ok && read.value.notes).toEqual([])
    expect(read.ok && read.value.value.request).toMatchObject({
      messages: [
        { role: "system", parts: [{ text: "Be brief." }] },
        { role: "user" },
        { role: "assistant" },
        { role: "user" }
      ],
      temperature: 0,
      tools: [{ name: "f" }, { of: "web-search" }],
      thinking: { visible: true, budget: -1 }
    })
    const request = read.ok ? read.value.value.request : undefined
    const again = request && generateContent.encodeRequest(request, { model: "m-1", vendor: "google" })
    expect(again?.ok === true && JSON.parse(again.value.value.call.body.text)).toEqual(JSON.parse(body))
  })
})
