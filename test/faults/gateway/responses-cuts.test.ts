import OpenAI, { APIError } from "openai"
import EarlierOpenAI from "openai-previous"
import { describe, expect, it } from "vitest"
import {
  body,
  type Break,
  brokenStream,
  clientKey,
  faultCase,
  fin,
  type Frame,
  goldenChat,
  goldenMessages,
  head,
  post,
  type RawResponse,
  readFrames,
  type Scripted,
  sse,
  stream
} from "../index.ts"
import { failure } from "../../sdk/told.ts"
import { secrets } from "./gateway.ts"
import { framesOf, places, responsesOver, vendorEvents } from "./responses.ts"

const vendor = framesOf(vendorEvents)

/** How an upstream breaks off: its connection does, or what it sends is no longer of the format. */
const cuts = ["fin in chunks", "fin at eof", "fin before length"] as const satisfies readonly Break[]
const hows = [...cuts, "garbage", "braces", "half an object", "half an event"] as const
type How = (typeof hows)[number]

/** What comes in place of whole events. */
const rests: Partial<Record<How, string>> = {
  garbage: "data: <html>502</html>\n\n",
  braces: "data: {{{nonsense}\n\n",
  "half an object": 'data: {"type":"resp\n\n',
  "half an event": 'event: response.output_text.delta\ndata: {"type":"resp'
}

const broken = (frames: readonly Frame[], how: How, count: number): Scripted => {
  const cut = cuts.find((it) => it === how)
  if (cut !== undefined) return brokenStream(frames, { how: cut, frames: count })
  const rest = rests[how] ?? ""
  const eventStream = [["content-type", "text/event-stream"]] as const
  return { steps: [head(200, { headers: eventStream, body: "eof" }), sse(frames.slice(0, count)), body(rest), fin] }
}

/** What is told of an answer of the Responses API, event by event. */
const eventsOf = ({ text }: RawResponse): readonly Record<string, unknown>[] =>
  readFrames(text).frames.map(({ data }) => JSON.parse(data))

const told = async (model: string, answer: Scripted, look: (response: RawResponse) => void): Promise<void> =>
  faultCase({ answers: [answer], gateway: responsesOver, secrets }, async ({ raw }) => {
    const client = await raw()
    const headers = [["authorization", `Bearer ${clientKey}`]] as const
    await client.send(post("/v1/responses", { model, input: "Hi", stream: true }, { headers }))
    look(await client.response(1))
  })

const cases = places.flatMap((place) => hows.map((how) => ({ ...place, how })))

describe("a stream of the Responses API that passes and breaks off", () => {
  it.each(cases)("passes what came ($name, $how)", ({ events, how }) =>
    told("gold-responses", broken(vendor, how, events), (response) =>
      expect(readFrames(response.text).frames.slice(0, -2)).toEqual(vendor.slice(0, events))
    )
  )

  it.each(cases)("says the error as the next event, and then that the same answer failed ($name, $how)", (at) =>
    told("gold-responses", broken(vendor, at.how, at.events), (response) => {
      const [error, failed] = eventsOf(response).slice(-2)
      const { message } = Object(error)
      expect(message).toMatch(/upstream/)
      const members = { message, type: "server_error", param: null, code: "bad_gateway" }
      expect(error).toEqual({ ...members, type: "error", sequence_number: at.events, error: members })
      expect(failed).toEqual({
        type: "response.failed",
        sequence_number: at.events + 1,
        response: {
          ...Object(vendorEvents[0]).response,
          status: "failed",
          error: { code: "bad_gateway", message },
          output: at.output
        }
      })
    })
  )

  it.each(["{}", '{"no":"type"}', '{"type":"keepalive"}', "[1]"])(
    "goes on behind its last number: %s has none",
    (data) =>
      told("gold-responses", broken([...vendor.slice(0, 5), { data }], "fin in chunks", 6), (response) =>
        expect(eventsOf(response).slice(-2)).toMatchObject([{ sequence_number: 5 }, { sequence_number: 6 }])
      )
  )

  it.each(hows)("has a status where nothing was said (%s)", (how) =>
    told("gold-responses", broken(vendor, how, 0), ({ status }) => expect(status).toBe(502))
  )

  it("says that the answer failed behind an error of the vendor's own", () => {
    const own = { type: "error", sequence_number: 5, code: "server_error", message: "Tired.", param: null }
    const frames = [...vendor.slice(0, 5), ...framesOf([own])]
    return told("gold-responses", stream(frames), (response) => {
      const [passed, failed, ...more] = eventsOf(response).slice(5)
      expect(passed).toEqual(own)
      expect(failed).toMatchObject({ type: "response.failed", sequence_number: 6, response: { id: "resp_gold" } })
      expect(more).toEqual([])
    })
  })

  it("says no more behind an answer that the vendor says failed", () => {
    const type = "response.failed"
    const response = { id: "resp_gold", status: "failed", error: { code: "server_error", message: "Tired." } }
    const frames = [
      ...vendor.slice(0, 5),
      { event: type, data: JSON.stringify({ type, sequence_number: 5, response }) }
    ]
    return told("gold-responses", stream(frames), ({ text }) => expect(readFrames(text).frames).toEqual(frames))
  })
})

describe("a stream of generateContent that passes and breaks off", () => {
  const chunk = (text: string): Frame => ({
    data: JSON.stringify({ candidates: [{ index: 0, content: { role: "model", parts: [{ text }] } }] })
  })
  const came = [chunk("Good "), chunk("day")]

  it.each(hows)("ends with an error in the vendor's form (%s)", (how) =>
    faultCase(
      { answers: [broken([...came, chunk(".")], how, 2)], gateway: responsesOver, secrets },
      async ({ raw }) => {
        const client = await raw()
        const headers = [["x-goog-api-key", clientKey]] as const
        const contents = [{ role: "user", parts: [{ text: "Hi" }] }]
        await client.send(post("/v1beta/models/gold-gemini:streamGenerateContent?alt=sse", { contents }, { headers }))
        const { frames } = readFrames((await client.response(1)).text)
        expect(frames.slice(0, -1)).toEqual(came)
        expect(JSON.parse(frames.at(-1)?.data ?? "")).toMatchObject({ error: { code: 502, status: "INTERNAL" } })
      }
    )
  )
})

/** The versions of the SDK, with the helper's answer to a question. */
const sdks = [
  [
    "openai",
    APIError,
    (url: string, model: string) => new OpenAI(optionsOf(url)).responses.stream({ model, input: "Hi" }).finalResponse()
  ],
  [
    "openai-previous",
    EarlierOpenAI.APIError,
    (url: string, model: string) =>
      new EarlierOpenAI(optionsOf(url)).responses.stream({ model, input: "Hi" }).finalResponse()
  ]
] as const

const optionsOf = (url: string) => ({ apiKey: clientKey, baseURL: `${url}/v1`, maxRetries: 0 })

describe.each(sdks)("the helper of %s", (_, ApiError, ask) => {
  /** What is thrown by the helper for a stream, and the error that an event of the same stream said. */
  const thrown = async (model: string, answer: Scripted): Promise<unknown> => {
    let error: unknown
    await faultCase({ answers: [answer], gateway: responsesOver, secrets }, async ({ url }) => {
      error = await failure(ask(url, model))
    })
    return error
  }

  it.each(cases)("throws the reason of a stream that passes ($name, $how)", async ({ events, how }) => {
    const error = await thrown("gold-responses", broken(vendor, how, events))
    expect(error).toBeInstanceOf(ApiError)
    expect(String(error)).toMatch(/upstream/)
  })

  const translated = [
    ["gold-chat", goldenChat.frames],
    ["gold-messages", goldenMessages.frames]
  ] as const

  it.each(translated)("throws the reason of a stream that is translated (%s)", async (model, frames) => {
    for (let count = 1; count < frames.length - 2; count++) {
      const error = await thrown(model, broken(frames, "fin in chunks", count))
      expect(String(error)).toMatch(/upstream/)
    }
  })
})
