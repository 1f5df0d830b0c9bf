import { createServer, type RequestListener, type ServerResponse } from "node:http"
// oxlint-disable-next-line eslint/no-restricted-imports -- what a server writes is read as it stands
import { connect } from "node:net"
import { gzipSync } from "node:zlib"
import express from "express"
import makeFastify from "fastify"
import { beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { toExpress } from "../../src/express.ts"
import { toFastify } from "../../src/fastify.ts"
import { Claude, createGateway, Endpoints, type RunningGateway } from "../../src/index.ts"
import { toNodeHandler } from "../../src/node.ts"
import { make as makeSandbox } from "../../src/sandbox.ts"
import { closed, listen } from "../faults/loopback.ts"
import { answerTo, chat } from "./contract/clients.ts"
import { clientKey, gatewayAt, upstreamKey } from "./gateway.ts"

type Meddle = (response: ServerResponse) => void

let gateway: RunningGateway
beforeEach(() => {
  gateway = gatewayAt("http://sandbox.test", makeSandbox({ pace: 0, key: upstreamKey }).fetch)
  onTestFinished(() => gateway.dispose())
})

const listening = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener)
  onTestFinished(() => closed(server))
  return listen(server)
}

/** Each host behind something that has its way with the response first; what comes back is its port. */
const hosts: readonly (readonly [string, (meddle: Meddle) => Promise<number>])[] = [
  [
    "node:http",
    (meddle) => {
      const handle = toNodeHandler(gateway)
      return listening((request, response) => (meddle(response), handle(request, response)))
    }
  ],
  [
    "Express",
    (meddle) =>
      listening(
        express()
          .use((_, response, next) => (meddle(response), next()))
          .use(toExpress(gateway))
      )
  ],
  [
    "Fastify",
    async (meddle) => {
      const app = makeFastify()
      app.addHook("onRequest", async (_, { raw }) => meddle(raw))
      app.register(toFastify(gateway))
      onTestFinished(() => app.close())
      return Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port)
    }
  ]
]

/** All that a server writes in answer to one request, its head in small letters. */
const written = (port: number, stream: boolean, version = "1.1"): Promise<readonly [head: string, body: string]> =>
  new Promise((resolve) => {
    const body = JSON.stringify({ ...chat("gpt-4o"), stream })
    const socket = connect(port, "127.0.0.1")
    socket.write(
      [
        `POST /v1/chat/completions HTTP/${version}`,
        "host: gateway.test",
        `authorization: Bearer ${clientKey}`,
        "content-type: application/json",
        "connection: close",
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
      ].join("\r\n")
    )
    let said = ""
    socket.setEncoding("utf8").on("data", (text: string) => (said += text))
    socket.on("close", () => {
      const end = said.indexOf("\r\n\r\n")
      resolve([`${said.slice(0, end).toLowerCase()}\r\n`, said.slice(end + 4)])
    })
  })

/** How an answer is framed, and no other way. */
const framed = (head: string): readonly string[] =>
  [...head.matchAll(/^(content-length|content-encoding|transfer-encoding|trailer|upgrade|keep-alive): /gm)].map(
    ([, name = ""]) => name
  )

describe.each(hosts)("%s: what was set on a response before", (_, serve) => {
  it.each([
    ["content-encoding", "gzip"],
    ["content-length", "5"],
    ["transfer-encoding", "chunked"],
    ["transfer-encoding", "identity"],
    ["trailer", "x-sum"],
    ["upgrade", "h2c"],
    ["keep-alive", "timeout=1"]
  ])("frames no answer: %s: %s", async (name, value) => {
    const port = await serve((response) => void response.setHeader(name, value))
    const [head, body] = await written(port, false)
    expect([framed(head), JSON.parse(body).choices[0].message.content]).toEqual([
      ["content-length"],
      answerTo("Hello there")
    ])
    const [streamHead, stream] = await written(port, true)
    expect([framed(streamHead), streamHead]).toEqual([
      ["transfer-encoding"],
      expect.stringContaining("\r\ntransfer-encoding: chunked\r\n")
    ])
    expect(stream).toMatch(/data: \[DONE\]\n\n\r\n0\r\n\r\n$/)
  })

  it("frames no stream to a client that knows no chunks", async () => {
    const port = await serve((response) => void response.setHeader("transfer-encoding", "chunked"))
    const [head, body] = await written(port, true, "1.0")
    expect([framed(head), body]).toEqual([[], expect.stringMatching(/^data: .*data: \[DONE\]\n\n$/s)])
  })

  it("goes with it where it says nothing of that", async () => {
    const port = await serve((response) => void response.setHeader("x-app", "a").setHeader("connection", "close"))
    const { headers } = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, { method: "POST" })
    expect([headers.get("x-app"), headers.get("connection")]).toEqual(["a", "close"])
  })
})

/** Compresses in the manner of middlewares that do: it sets its header as the head is written, if nobody has set it. */
const compressing: Meddle = (response) => {
  const writeHead = response.writeHead.bind(response)
  const end = response.end.bind(response)
  let encodes = false
  Object.assign(response, {
    writeHead: (status: number, headers: Readonly<Record<string, string>>) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      encodes = !response.hasHeader("content-encoding")
      if (encodes) response.setHeader("content-encoding", "gzip").removeHeader("content-length")
      return writeHead(status)
    },
    end: (body: string) => end(encodes ? gzipSync(body) : body)
  })
}

describe("what compresses answers", () => {
  it("still does, though a header was set before that said so", async () => {
    const handle = toNodeHandler(gateway)
    const port = await listening((request, response) => {
      response.setHeader("content-encoding", "br")
      compressing(response)
      handle(request, response)
    })
    const answer = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${clientKey}`, "content-type": "application/json" },
      body: JSON.stringify(chat("gpt-4o"))
    })
    expect([answer.headers.get("content-encoding"), await answer.json()]).toMatchObject([
      "gzip",
      { choices: [{ message: { content: answerTo("Hello there") } }] }
    ])
  })
})

describe("a gateway that could not be built", () => {
  it("frames its answers itself, too", async () => {
    const families = [Claude.layer({ key: "" })] as const
    gateway = createGateway({ endpoints: [Endpoints.messages], families, keys: [clientKey], log: () => undefined })
    const handle = toNodeHandler(gateway)
    const port = await listening((request, response) => {
      response.setHeader("content-encoding", "gzip")
      handle(request, response)
    })
    const answer = await fetch(`http://127.0.0.1:${port}/v1/messages`, { method: "POST" })
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { error: { message: expect.stringContaining("no key") } }
    ])
  })
})
