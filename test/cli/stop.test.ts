import { connect } from "node:net"
import { describe, expect, it } from "vitest"
import {
  body,
  faultCase,
  gate,
  get,
  head,
  json,
  post,
  silence,
  stream,
  valuesOf,
  waitFor,
  settled,
  type Parts,
  type Scripted
} from "../faults/index.ts"
import { inFrontOf, letIn, type Node } from "./started.ts"

const timeout = 60_000
const headers = letIn
const message = { role: "user", content: "a" }
const chat = { model: "gpt-4o", messages: [message] }
const whole = json(200, {
  id: "x",
  object: "chat.completion",
  created: 1,
  model: "gpt-4o",
  choices: [{ index: 0, message: { role: "assistant", content: "a" }, finish_reason: "stop" }]
})
const begun: Scripted = {
  steps: [
    head(200, { headers: [["content-type", "text/event-stream"]] }),
    body('data: {"id":"x","choices":[{"index":0,"delta":{"content":"one"}}]}\n\n'),
    silence
  ]
}

const serves = "and requests are taken for"
const deaf = "nothing is listened to any more"

/** A case in front of a process of the command, which stops so. */
const stopping = (
  stop: Readonly<Record<string, number>>,
  answers: readonly Scripted[],
  run: (node: Node, parts: Parts) => Promise<void>
): Promise<void> => {
  let node: Node | undefined
  const gateway = inFrontOf({ stop }, (one) => (node = one))
  return faultCase({ answers, gateway }, (parts) => {
    if (node === undefined) throw new Error("Nothing was started.")
    return run(node, parts)
  })
}

/** Whether a new connection is taken. */
const isOpen = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1")
    socket.once("connect", () => resolve((socket.destroy(), true)))
    socket.once("error", () => resolve(false))
  })

describe("isogloss serve that is told to stop", () => {
  it("is not ready first, while it serves as before on connections that end", { timeout }, () =>
    stopping({ ready: 600 }, [whole], async ({ url, started }, { raw }) => {
      started.child.kill("SIGTERM")
      await started.saying(serves)
      const statuses = await Promise.all(
        ["/readyz", "/livez", "/v1/models"].map(async (path) => {
          const client = await raw()
          await client.send(get(path, { headers }))
          const { status, headers: told } = await client.response(1)
          return [status, valuesOf(told, "connection")]
        })
      )
      expect(statuses).toEqual([
        [503, ["close"]],
        [200, ["close"]],
        [200, ["close"]]
      ])
      const client = await raw()
      await client.send(post("/v1/chat/completions", chat, { headers }))
      const answer = await client.response(1)
      expect([answer.status, valuesOf(answer.headers, "connection"), await isOpen(url)]).toEqual([200, ["close"], true])
      expect((await client.ended()).end).toBe("fin")
    })
  )

  it("then listens no more, and ends with 0 once what is under way has", { timeout }, () => {
    const go = gate()
    return stopping(
      { ready: 0.1, grace: 600 },
      [{ steps: [waitFor(go), ...whole.steps] }],
      async ({ url, started }, { raw, upstream }) => {
        const client = await raw()
        await client.send(post("/v1/chat/completions", chat, { headers }))
        await upstream.request(1)
        started.child.kill("SIGTERM")
        const said = await started.saying(deaf)
        expect([said.includes(serves), await isOpen(url)]).toEqual([true, false])
        expect(said).toContain("1 under way may go on for 600 s, or until a second signal.")
        go.open()
        expect((await client.response(1)).status).toBe(200)
        expect(await started.ended).toMatchObject({ code: 0, stderr: "" })
      }
    )
  })

  it("answers what comes on a connection that was idle when it stopped to listen", { timeout }, () => {
    const go = gate()
    return stopping(
      { ready: 0, grace: 600 },
      [{ steps: [waitFor(go), ...whole.steps] }, whole],
      async ({ started }, { raw, upstream }) => {
        const [held, idle] = [await raw(), await raw()]
        await idle.send(get("/livez"))
        await idle.response(1)
        await held.send(post("/v1/chat/completions", chat, { headers }))
        await upstream.request(1)
        started.child.kill("SIGTERM")
        await started.saying(deaf)
        await idle.send(post("/v1/chat/completions", chat, { headers }))
        const { status, headers: told } = await idle.response(2)
        expect([status, valuesOf(told, "connection")]).toEqual([200, ["close"]])
        go.open()
        expect((await held.response(1)).status).toBe(200)
        expect((await started.ended).code).toBe(0)
      }
    )
  })

  it("waits for nobody where it is told by SIGINT", { timeout }, () =>
    stopping({ ready: 600 }, [], async ({ started }) => {
      started.child.kill("SIGINT")
      const { code, stdout } = await started.ended
      expect([code, stdout.includes(serves), stdout.includes(deaf)]).toEqual([0, false, true])
    })
  )
})

describe("isogloss serve that is told to stop again", () => {
  it.each([
    ["/v1/chat/completions", { ...chat, stream: true }, /data: \{"error":\{"message":"The gateway is being stopped/],
    [
      "/v1/messages",
      { ...chat, stream: true, max_tokens: 9 },
      /event: error\ndata: \{"type":"error","error":\{"type":"overloaded_error","message":"The gateway is being stopped/
    ],
    [
      "/v1beta/models/gpt-4o:streamGenerateContent?alt=sse",
      { contents: [{ role: "user", parts: [{ text: "a" }] }] },
      /data: \{"error":\{"code":503,"message":"The gateway is being stopped/
    ]
  ])("tells open streams, and ends with 0: %s", { timeout }, (path, asked, told) =>
    stopping({ ready: 600, grace: 600 }, [begun], async ({ started }, { raw }) => {
      const client = await raw()
      await client.send(post(path, asked, { headers: [...headers, ["x-goog-api-key", "key-of-a-client"]] }))
      await client.until("the first text", ({ responses }) => responses[0]?.text.includes("one") || undefined)
      started.child.kill("SIGTERM")
      await started.saying(serves)
      started.child.kill("SIGTERM")
      const { text, complete } = await client.response(1)
      expect([complete, text]).toEqual([true, expect.stringMatching(told)])
      const { code, stdout } = await started.ended
      expect([code, stdout.includes("Stopping: 1 under way are told so.")]).toEqual([0, true])
    })
  )

  it("cuts what nobody reads at the third time, and ends as the signal does", { timeout }, () => {
    const wide = `data: {"id":"x","choices":[{"index":0,"delta":{"content":"${"wide ".repeat(200_000)}"}}]}\n\n`
    const endless = {
      steps: [
        head(200, { headers: [["content-type", "text/event-stream"]] }),
        ...Array.from({ length: 40 }, () => body(wide)),
        silence
      ]
    }
    return stopping({ ready: 600, grace: 600 }, [endless], async ({ started }, { raw, upstream }) => {
      const client = await raw()
      await client.send(post("/v1/chat/completions", { ...chat, stream: true }, { headers }))
      await client.until("the head", ({ responses }) => responses[0])
      client.pause()
      await settled(() => upstream.connections[0]?.sent ?? 0, 1000)
      started.child.kill("SIGTERM")
      await started.saying(serves)
      started.child.kill("SIGTERM")
      await started.saying("are told so")
      started.child.kill("SIGTERM")
      expect((await started.ended).code).toBe(143)
      client.resume()
      expect((await client.response(1)).complete).toBe(false)
    })
  })
})

describe("a vendor's stream that ends while isogloss serve stops", () => {
  it("reaches its client whole", { timeout }, () => {
    const go = gate()
    const frames = [
      { data: '{"id":"x","choices":[{"index":0,"delta":{"content":"two"},"finish_reason":"stop"}]}' },
      { data: "[DONE]" }
    ]
    const { steps } = stream(frames)
    const [top, ...rest] = steps
    if (top === undefined) throw new Error("A stream has a head.")
    const answer = { steps: [top, waitFor(go), ...rest] }
    return stopping({ ready: 0, grace: 600 }, [answer], async ({ started }, { raw, upstream }) => {
      const client = await raw()
      await client.send(post("/v1/chat/completions", { ...chat, stream: true }, { headers }))
      await upstream.request(1)
      started.child.kill("SIGTERM")
      await started.saying(deaf)
      go.open()
      const { text, complete } = await client.response(1)
      expect([complete, text.endsWith("data: [DONE]\n\n")]).toEqual([true, true])
      expect((await started.ended).code).toBe(0)
    })
  })
})

describe("isogloss serve that gets a signal that means nothing here", () => {
  it.each(["SIGUSR1", "SIGUSR2"] as const)("serves on at %s, and opens no inspector", { timeout }, (signal) =>
    stopping({ ready: 0 }, [], async ({ url, started }) => {
      started.child.kill(signal)
      for (let turn = 0; turn < 50; turn++) await fetch(`${url}/livez`)
      started.child.kill("SIGTERM")
      expect(await started.ended).toMatchObject({ code: 0, stderr: "" })
    })
  )
})
