import { createServer, type IncomingMessage, type Server } from "node:http"
import { describe, expect, it } from "vitest"
import type { RunningGateway } from "../../src/gateway/gateway.ts"
import { attach, toNodeHandler } from "../../src/hosts/node.ts"
import { body, faultCase, head, json, post, silence } from "../faults/index.ts"
import { letIn, served } from "./rig.ts"

const asked = { model: "chat-model", messages: [{ role: "user", content: "Zürich" }] }
const text = JSON.stringify(asked)
const answer = json(200, {
  id: "x",
  choices: [{ index: 0, message: { role: "assistant", content: "a" }, finish_reason: "stop" }]
})

/** A server whose body parser has read the body, and left what it made of it on the request, before the gateway sees it. */
const parsed =
  (parse: (text: string) => unknown) =>
  (gateway: RunningGateway): Server => {
    const handle = toNodeHandler(gateway)
    return createServer((request, response) => {
      const pieces: Buffer[] = []
      request.on("data", (piece: Buffer) => pieces.push(piece))
      request.on("end", () => {
        const body = parse(Buffer.concat(pieces).toString())
        handle(Object.assign<IncomingMessage, object>(request, body === undefined ? {} : { body }), response)
      })
    })
  }

describe("behind a body parser", () => {
  const parsers: readonly (readonly [string, (text: string) => unknown])[] = [
    ["a value", (source) => JSON.parse(source)],
    ["text", (source) => source],
    ["bytes", (source) => Buffer.from(source)]
  ]

  it.each(parsers)("a body that was read as %s is served", (_, parse) =>
    faultCase({ answers: [answer], gateway: served({ host: parsed(parse) }) }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(post("/v1/chat/completions", text, { headers: letIn }))
      expect((await client.response(1)).status).toBe(200)
      expect(JSON.parse(new TextDecoder().decode(upstream.requests[0]?.body))).toEqual(asked)
    })
  )

  it("a body that was read and thrown away is a 500, for no client is at fault", () =>
    faultCase({ answers: [], gateway: served({ host: parsed(() => undefined) }) }, async ({ raw }) => {
      const client = await raw()
      await client.send(post("/v1/chat/completions", text, { headers: letIn }))
      expect((await client.response(1)).status).toBe(500)
    }))

  it("a body above the cap is a 413", () => {
    const host = parsed((source) => ({ ...JSON.parse(source), user: "x".repeat(32 * 1024 * 1024) }))
    return faultCase({ answers: [], gateway: served({ host }) }, async ({ raw }) => {
      const client = await raw()
      await client.send(post("/v1/chat/completions", text, { headers: letIn }))
      expect((await client.response(1)).status).toBe(413)
    })
  })
})

describe("a client that waits for 100 Continue", () => {
  const host = (gateway: RunningGateway): Server => {
    const server = createServer()
    attach(server, gateway)
    return server
  }
  const waiting = (length: number, key = "client-key"): string =>
    `POST /v1/chat/completions HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\nexpect: 100-continue\r\ncontent-length: ${length}\r\n\r\n`

  it("is told to go on where its body is wanted", () =>
    faultCase({ answers: [answer], gateway: served({ host }) }, async ({ raw }) => {
      const client = await raw()
      await client.send(waiting(Buffer.byteLength(text)))
      expect((await client.response(1)).status).toBe(100)
      await client.send(text)
      expect((await client.response(2)).status).toBe(200)
    }))

  it.each([
    [413, waiting(99_999_999_999)],
    [401, waiting(10, "another")]
  ])("is not where the answer is a %i", (status, request) =>
    faultCase({ answers: [], gateway: served({ host }) }, async ({ raw }) => {
      const client = await raw()
      await client.send(request)
      expect((await client.response(1)).status).toBe(status)
    })
  )
})

describe("a request that two readers may read in two ways", () => {
  const doubtful = [
    ["two Hosts", "host: a\r\nhost: b"],
    ["two keys", "host: a\r\nauthorization: Bearer client-key"],
    ["two types", "host: a\r\ncontent-type: application/json\r\ncontent-type: text/plain"],
    ["a Host that is a URL", "host: localhost/#@evil.invalid"]
  ] as const

  it.each(doubtful)("%s: a 400, and the connection ends", (_, lines) =>
    faultCase({ answers: [], gateway: served() }, async ({ raw, upstream }) => {
      const client = await raw()
      const top = `POST /v1/chat/completions HTTP/1.1\r\n${lines}\r\nauthorization: Bearer client-key\r\n`
      await client.send(`${top}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
      const { responses } = await client.ended()
      expect(responses.map(({ status }) => status)).toEqual([400])
      expect(upstream.requests.length).toBe(0)
    })
  )

  it("an encoding of its own: a 400, and the connection ends", () =>
    faultCase({ answers: [], gateway: served() }, async ({ raw }) => {
      const client = await raw()
      await client.send(
        "POST /v1/chat/completions HTTP/1.1\r\nhost: a\r\nauthorization: Bearer client-key\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n"
      )
      const { responses } = await client.ended()
      expect(responses.map(({ status }) => status)).toEqual([400])
    }))
})

describe("a client that does not read", () => {
  it("is cut off, and its upstream with it", () => {
    const host = (gateway: RunningGateway): Server => createServer(toNodeHandler(gateway, { stalled: 100 }))
    const event = `data: ${JSON.stringify({ id: "x", choices: [{ index: 0, delta: { content: "x".repeat(1024 * 1024) } }] })}\n\n`
    const long = { steps: [head(200), ...Array.from({ length: 60 }, () => body(event)), silence] }
    return faultCase({ answers: [long], gateway: served({ host }) }, async ({ raw, upstream }) => {
      const client = await raw()
      client.pause()
      await client.send(post("/v1/chat/completions", { ...asked, stream: true }, { headers: letIn }))
      await upstream.ended(1)
    })
  })
})
