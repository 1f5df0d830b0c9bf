import * as Formats from "../../src/formats.ts"
import { describe, expect, it } from "vitest"
import { Invalid, Refused, translator } from "../../src/translate.ts"

const chat = translator({ client: Formats.messages, upstream: Formats.chatCompletions, model: "gpt-4o" })
const body = { model: "claude-x", max_tokens: 9, stream: true, messages: [{ role: "user", content: "Hi" }] }

const asked = () => {
  const there = chat.request(body)
  if (!there.ok) throw there.error
  return there.value
}

const frame = (more: object): string =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "gpt-4o", choices: [more] })}\n\n`
const begun = frame({ index: 0, delta: { role: "assistant", content: "Grüße" }, finish_reason: null })
const finished = `${begun}${frame({ index: 0, delta: {}, finish_reason: "stop" })}`
const whole = `${finished}data: [DONE]\n\n`

/** An upstream that gives its bytes three at a time, and breaks at their end where it is to. */
const upstream = (text: string, breaks = false): ReadableStream<Uint8Array> => {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new ReadableStream({
    pull: (to) => {
      if (at < bytes.length) return to.enqueue(bytes.subarray(at, (at += 3)))
      if (breaks) to.error(new Error("reset"))
      else to.close()
    }
  })
}

const eventsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^event: (\w+)$/gm)].map(([, name = ""]) => name)

describe("a translator", () => {
  it("sends the upstream's model what the client asked", () => {
    expect(JSON.parse(asked().body)).toMatchObject({ model: "gpt-4o", max_completion_tokens: 9, stream: true })
  })

  it("tells the client an answer in its own format", () => {
    const message = { role: "assistant", content: "Ho" }
    const answer = {
      id: "c",
      object: "chat.completion",
      created: 1,
      model: "gpt-4o",
      choices: [{ index: 0, message, finish_reason: "stop" }]
    }
    const back = chat.response(answer, asked())
    expect(back.ok && JSON.parse(back.value.body)).toMatchObject({
      type: "message",
      content: [{ type: "text", text: "Ho" }]
    })
  })

  it("pipes a stream through, cut anywhere", async () => {
    const text = await new Response(upstream(whole).pipeThrough(chat.stream(asked()))).text()
    expect(eventsOf(text).at(-1)).toBe("message_stop")
    expect(text).toContain("Grüße")
  })

  it("ends the client's stream in an error where the upstream's breaks", async () => {
    const text = await new Response(upstream(finished, true).pipeThrough(chat.stream(asked()))).text()
    expect(eventsOf(text).at(-1)).toBe("error")
  })

  it("reads no faster than its reader, and leaves the upstream with it", async () => {
    let pulled = 0
    const left = new Promise<unknown>((resolve) => {
      const endless = new ReadableStream<Uint8Array>({
        pull: (to) => {
          pulled += 1
          to.enqueue(new TextEncoder().encode(begun))
        },
        cancel: resolve
      })
      const reader = endless.pipeThrough(chat.stream(asked())).getReader()
      const read = async (): Promise<void> => {
        for (let nth = 0; nth < 3; nth++) await reader.read()
        for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next))
        await reader.cancel("enough")
      }
      void read()
    })
    expect(await left).toBe("enough")
    expect(pulled).toBeLessThan(12)
  })

  it("leaves an upstream that is silent", async () => {
    const left = await new Promise<unknown>((resolve) => {
      const silent = new ReadableStream<Uint8Array>({
        start: (to) => to.enqueue(new TextEncoder().encode(begun)),
        cancel: resolve
      })
      const reader = silent.pipeThrough(chat.stream(asked())).getReader()
      void reader.read().then(() => reader.cancel("enough"))
    })
    expect(left).toBe("enough")
  })

  it("gives the same piece by piece, and the error that a stream ended with", () => {
    const pieces = chat.pieces(asked())
    const text = pieces.push(whole) + pieces.end()
    expect([eventsOf(text).at(-1), pieces.failure()]).toEqual(["message_stop", undefined])
    const broken = chat.pieces(asked())
    expect(eventsOf(broken.push(begun) + broken.end("cut")).at(-1)).toBe("error")
    expect(broken.failure()?.reason).toBe("UpstreamFailed")
  })

  it("tells errors to the client, whose fault they may be", () => {
    const wrong = chat.request({ model: "m", messages: 1 })
    if (wrong.ok) throw new Error("it is wrong")
    expect(JSON.parse(chat.error(wrong.error).body)).toMatchObject({
      type: "error",
      error: { type: "invalid_request_error" }
    })
    const failed = chat.error({ status: 429, body: '{"error":{"message":"slow down","type":"rate_limit_error"}}' })
    expect([failed.status, JSON.parse(failed.body).error.type]).toEqual([429, "rate_limit_error"])
  })
})

describe("why a translation gave no value", () => {
  it("is an error with a message that names the place", () => {
    const wrong = chat.request({ model: "m", max_tokens: "9" })
    const error = wrong.ok ? undefined : wrong.error
    expect(error).toBeInstanceOf(Invalid)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).toMatch(/^Invalid: \/m\w+: .+ \(and \d+ more\)$/)
  })

  it("is one for a request that a strict translation refuses", () => {
    const refused = translator({ client: Formats.messages, upstream: Formats.chatCompletions, strict: true }).request({
      ...body,
      top_k: 5
    })
    const error = refused.ok ? undefined : refused.error
    expect([error instanceof Refused, String(error)]).toEqual([true, expect.stringMatching(/^Refused: \/top_k: ./)])
  })
})
