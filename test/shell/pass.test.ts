import { describe, expect, it } from "vitest"
import { body, faultCase, head, json, lastChunk, post, valuesOf } from "../faults/index.ts"
import type { Scripted } from "../faults/index.ts"
import { letIn, served } from "./rig.ts"

const routes = [
  { name: "chat completions", path: "/v1/chat/completions", model: "chat-model", more: "" },
  { name: "messages", path: "/v1/messages", model: "messages-model", more: '"max_tokens" : 10 ,\n' }
] as const

const odd = (model: string, more: string): string =>
  `\n{ "seed_of_tomorrow" : 12345678901234567890,\t"model":"${model}" ,${more} "t\\u0065mperature":1.0e0,"unknown":{"b":1,"a":[ ]},\n` +
  `"messages":[{"role":"user", "content" : "h\\u00e9 \\ud83d\\ude00 \\/"}] }\r\n`

const reply: Record<string, string> = {
  "/v1/chat/completions":
    '{ "id":"a",\n"n":1.0,"choices":[{"index":0,"message":{"role":"assistant","content":"\\u00e9"},"finish_reason":"stop"}],"new":1e2}\n',
  "/v1/messages":
    '{ "id":"a","type":"message","role":"assistant","model":"m",\n"content":[{"type":"text","text":"\\u00e9"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1},"new":1.0}\n'
}

const events: Record<string, string> = {
  "/v1/chat/completions":
    ': hello\n\ndata:{"id":"x","choices":[{"index":0,"delta":{"content":"h\\u00e9"} }]}\r\n\r\nid: 7\nretry: 5\ndata: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"new":1.0}\n\ndata: [DONE]\n\n',
  "/v1/messages":
    'event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}\n\n' +
    'event: tomorrow\ndata: { "type":"tomorrow" }\n\nevent: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}\n\n' +
    'event: message_stop\ndata: {"type":"message_stop"}\n\n'
}

const streamOf = (text: string, cut: number): Scripted => ({
  steps: [head(200, { headers: [["content-type", "text/event-stream"]] }), body(text, { cut }), lastChunk()]
})

describe.each(routes)("same format, $name", ({ path, model, more }) => {
  it("passes the request's bytes", () =>
    faultCase({ answers: [json(200, reply[path])], gateway: served() }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(post(path, odd(model, more), { headers: letIn }))
      await client.response(1)
      expect(new TextDecoder().decode(upstream.requests[0]?.body)).toBe(odd(model, more))
    }))

  it("passes the answer's bytes", () =>
    faultCase({ answers: [json(200, reply[path])], gateway: served() }, async ({ raw }) => {
      const client = await raw()
      await client.send(post(path, odd(model, more), { headers: letIn }))
      const { status, text } = await client.response(1)
      expect({ status, text }).toEqual({ status: 200, text: reply[path] })
    }))

  it.each([1, 7, 100_000])("passes the stream's bytes that come in pieces of %i", (cut) =>
    faultCase(
      { answers: [streamOf(events[path] ?? "", cut)], gateway: served({ model: { takesStreamUsage: false } }) },
      async ({ raw }) => {
        const client = await raw()
        await client.send(post(path, odd(model, `${more}"stream":true,`), { headers: letIn }))
        const { status, text } = await client.response(1)
        expect({ status, text }).toEqual({ status: 200, text: events[path] })
      }
    )
  )
})

describe("what passes with an edit", () => {
  it("replaces an alias and nothing else", () =>
    faultCase({ answers: [json(200, reply["/v1/chat/completions"])], gateway: served() }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(post("/v1/chat/completions", odd("alias", ""), { headers: letIn }))
      await client.response(1)
      expect(new TextDecoder().decode(upstream.requests[0]?.body)).toBe(odd("chat-model", ""))
    }))

  it("asks a stream for usage, and keeps the one usage frame back", () => {
    const usage = 'data: {"id":"x","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7}}\n\n'
    const own = events["/v1/chat/completions"] ?? ""
    const [before = "", after = ""] = own.split("data: [DONE]")
    const entries: Parameters<typeof served>[0] & object = { entries: [] }
    return faultCase(
      { answers: [streamOf(`${before}${usage}data: [DONE]${after}`, 5)], gateway: served(entries) },
      async ({ raw, upstream }) => {
        const client = await raw()
        await client.send(
          post(
            "/v1/chat/completions",
            '{"model":"chat-model","stream":true,"messages":[{"role":"user","content":"a"}]}',
            { headers: letIn }
          )
        )
        const { text } = await client.response(1)
        expect(text).toBe(own)
        expect(new TextDecoder().decode(upstream.requests[0]?.body)).toBe(
          '{"model":"chat-model","stream":true,"messages":[{"role":"user","content":"a"}],"stream_options":{"include_usage":true}}'
        )
        expect(entries.entries?.[0]).toMatchObject({ ended: "finished", usage: { input: 3, text: 4 } })
      }
    )
  })

  it("leaves the usage frame to a client who asked for it", () => {
    const frame = 'data: {"id":"x","choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}]}\n\n'
    const usage =
      'data: {"id":"x","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7}}\n\ndata: [DONE]\n\n'
    return faultCase({ answers: [streamOf(frame + usage, 9)], gateway: served() }, async ({ raw }) => {
      const client = await raw()
      const request = {
        model: "chat-model",
        stream: true,
        stream_options: { include_usage: true },
        messages: [{ role: "user", content: "a" }]
      }
      await client.send(post("/v1/chat/completions", request, { headers: letIn }))
      expect((await client.response(1)).text).toBe(frame + usage)
    })
  })

  const hides = { extra_body: { google: { thinking_config: { include_thoughts: false } } } }
  const shown = '{"role":"assistant","reasoning":"t", "reasoning_content" : "t","content":"a" }'
  const hidden = '{"role":"assistant","content":"a" }'

  it.each([
    { unaryReasoning: false, more: {}, content: hidden },
    { unaryReasoning: true, more: {}, content: shown },
    { unaryReasoning: true, more: hides, content: hidden }
  ])("shows reasoning in whole answers: $unaryReasoning, $more", ({ unaryReasoning, more, content }) => {
    const said = (message: string): string => `{"choices":[{"index":0, "message":${message},"finish_reason":"stop"}]}`
    const whole = said('{"role":"assistant","reasoning":"t", "reasoning_content" : "t","content":"a" }')
    return faultCase(
      { answers: [json(200, whole)], gateway: served({ policy: { unaryReasoning } }) },
      async ({ raw }) => {
        const client = await raw()
        await client.send(
          post(
            "/v1/chat/completions",
            { model: "chat-model", messages: [{ role: "user", content: "a" }], ...more },
            { headers: letIn }
          )
        )
        expect((await client.response(1)).text).toBe(said(content))
      }
    )
  })
})

describe("headers", () => {
  it("sends the vendor's own headers, the key and nothing of the client's", () =>
    faultCase({ answers: [json(200, reply["/v1/messages"])], gateway: served() }, async ({ raw, upstream }) => {
      const client = await raw()
      const headers = [
        ...letIn,
        ["anthropic-beta", "b1"],
        ["anthropic-version", "2023-06-01"],
        ["cookie", "c=1"],
        ["x-forwarded-for", "10.0.0.1"],
        ["traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
        ["user-agent", "ua"]
      ] as const
      await client.send(
        post(
          "/v1/messages",
          { model: "messages-model", max_tokens: 5, messages: [{ role: "user", content: "a" }] },
          { headers }
        )
      )
      await client.response(1)
      expect(upstream.requests[0]?.headers.map(([name]) => name.toLowerCase()).toSorted()).toEqual([
        "accept-encoding",
        "anthropic-beta",
        "anthropic-version",
        "authorization",
        "connection",
        "content-length",
        "content-type",
        "host",
        "via"
      ])
    }))

  it("forwards none of the upstream's headers, and gives ids in both spellings", () =>
    faultCase(
      {
        answers: [
          json(200, reply["/v1/messages"], {
            headers: [
              ["set-cookie", "a=b"],
              ["x-upstream", "1"],
              ["request-id", "theirs"]
            ]
          })
        ],
        gateway: served()
      },
      async ({ raw }) => {
        const client = await raw()
        await client.send(
          post(
            "/v1/messages",
            { model: "messages-model", max_tokens: 5, messages: [{ role: "user", content: "a" }] },
            { headers: [...letIn, ["x-request-id", "mine-1"]] }
          )
        )
        const { headers } = await client.response(1)
        expect(headers.map(([name]) => name.toLowerCase()).toSorted()).toEqual([
          "cache-control",
          "connection",
          "content-length",
          "content-type",
          "date",
          "keep-alive",
          "request-id",
          "x-request-id"
        ])
        expect([valuesOf(headers, "x-request-id"), valuesOf(headers, "request-id")]).toEqual([["mine-1"], ["mine-1"]])
      }
    ))

  it("takes no id that is not well-formed", () =>
    faultCase({ answers: [], gateway: served() }, async ({ raw }) => {
      const client = await raw()
      await client.send(post("/v1/messages", "{}", { headers: [...letIn, ["x-request-id", "a b<c>"]] }))
      const { headers } = await client.response(1)
      expect(valuesOf(headers, "x-request-id")[0]).toMatch(/^[0-9a-f]{32}$/)
    }))
})

describe("a body whose lists nobody must look into", () => {
  const bodyOf = (message: string, more = ""): string =>
    `{"model":"chat-model","messages":[${message}]${more}}${" ".repeat(4096)}`
  const sent = async (text: string): Promise<{ readonly status: number; readonly passed: string | undefined }> => {
    let outcome = { status: 0, passed: undefined as string | undefined }
    await faultCase(
      { answers: [json(200, reply["/v1/chat/completions"])], gateway: served({ model: { leavesLists: true } }) },
      async ({ raw, upstream }) => {
        const client = await raw()
        await client.send(post("/v1/chat/completions", text, { headers: letIn }))
        const { status } = await client.response(1)
        const [request] = upstream.requests
        outcome = { status, passed: request && new TextDecoder().decode(request.body) }
      }
    )
    return outcome
  }
  const wrong = '{"role":7,"content":"h\u00e9"}'

  it("passes from 4 KB on, whatever stands in them: its vendor refuses what is wrong", async () =>
    expect(await sent(bodyOf(wrong))).toEqual({ status: 200, passed: bodyOf(wrong) }))

  it("is refused where its top level is wrong", async () =>
    expect(await sent(bodyOf(wrong, ',"temperature":"hot"'))).toEqual({ status: 400, passed: undefined }))

  it("is refused where a member is there twice", async () =>
    expect(await sent(bodyOf(wrong, ',"messages":[{"role":"user","content":"a"}]'))).toEqual({
      status: 400,
      passed: undefined
    }))

  it("is looked through where a list has a member that somebody looks at", async () =>
    expect(await sent(bodyOf('{"role":7,"content":"a","reasoning_details":[]}'))).toEqual({
      status: 400,
      passed: undefined
    }))

  it("is refused where it is no UTF-8, wherever that is", () =>
    faultCase({ answers: [], gateway: served({ model: { leavesLists: true } }) }, async ({ raw, upstream }) => {
      const client = await raw()
      const bytes = new TextEncoder().encode(bodyOf('{"role":"user","content":"@"}'))
      bytes[bytes.indexOf(64)] = 0xff
      await client.send(post("/v1/chat/completions", bytes, { headers: letIn }))
      const { status } = await client.response(1)
      expect({ status, calls: upstream.requests.length }).toEqual({ status: 400, calls: 0 })
    }))
})
