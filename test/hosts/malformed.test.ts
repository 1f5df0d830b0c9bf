import { describe, expect, it } from "vitest"
import { rawClient } from "../faults/index.ts"
import { clientKey } from "./gateway.ts"
import { listeningGateway } from "./listening.ts"

const listening = listeningGateway()

/** What a connection answers to bytes, until it ends. */
const answers = async (bytes: string) => {
  const client = await rawClient(listening.url)
  await client.send(bytes)
  const { responses } = await client.ended()
  return responses.map(({ status, text }) => ({ status, body: JSON.parse(text) as unknown }))
}

const twoLengths = "host: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n"
const message = "The request is not valid HTTP/1.1."

describe("what is no HTTP is answered in the words of its path", () => {
  it.each([
    [
      "/v1/chat/completions",
      { error: { message, type: "invalid_request_error", param: null, code: "malformed_request" } }
    ],
    [
      "/v1/messages",
      { type: "error", error: { type: "invalid_request_error", message }, request_id: expect.any(String) }
    ],
    ["/v1beta/models/m:generateContent", { error: { code: 400, message, status: "INVALID_ARGUMENT" } }],
    ["/nowhere", { error: { message, type: "invalid_request_error", param: null, code: "malformed_request" } }]
  ])("%s", async (path, body) =>
    expect(await answers(`POST ${path} HTTP/1.1\r\n${twoLengths}`)).toEqual([{ status: 400, body }])
  )

  it("by OpenAI's where no path can be read", async () =>
    expect(await answers("\u0016\u0003\u0001\r\n\r\n")).toMatchObject([
      { status: 400, body: { error: { code: "malformed_request" } } }
    ]))

  it("a head that is too large: 431", async () =>
    expect(await answers(`POST /v1/messages HTTP/1.1\r\nhost: a\r\nx-a: ${"a".repeat(20_000)}\r\n\r\n`)).toMatchObject([
      { status: 431, body: { type: "error" } }
    ]))

  it.each([
    ["no host: 400", "", 400, "The header `host` is missing."],
    [
      "an expectation that nobody meets: 417",
      "host: a\r\nexpect: a-miracle\r\n",
      417,
      "The header `expect` asks for something that this server does not support."
    ]
  ])("a head with %s", async (_, lines, status, said) =>
    expect(
      await answers(`POST /v1/messages HTTP/1.1\r\n${lines}content-length: 2\r\nconnection: close\r\n\r\n{}`)
    ).toMatchObject([{ status, body: { type: "error", error: { message: said } } }])
  )

  const coding = "The header `transfer-encoding` must be `chunked` alone: this server reads no other coding."

  it.each([
    ["a coding that nobody knows", "host: a\r\ntransfer-encoding: xchunked", coding],
    ["a coding beside chunks", "host: a\r\ntransfer-encoding: gzip, chunked", coding],
    [
      "a host that is no name",
      "host: a b<>\\^\r\ncontent-length: 2",
      "The header `host` has a character that no host name has."
    ],
    [
      "two hosts",
      "host: a\r\nhost: b\r\ncontent-length: 2",
      "The header `host` is ambiguous: it occurs more than once."
    ]
  ])("a head with %s, which is told as what it is: 400", async (_, lines, said) => {
    const [answer] = await answers(`POST /v1/messages HTTP/1.1\r\n${lines}\r\nconnection: close\r\n\r\n{}`)
    expect(answer).toMatchObject({ status: 400, body: { type: "error", error: { message: said } } })
  })

  it("a body whose chunks are broken, of a request that is being read", async () =>
    expect(
      await answers(
        `POST /v1/messages HTTP/1.1\r\nhost: a\r\nx-api-key: ${clientKey}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\nzz\r\n`
      )
    ).toMatchObject([{ status: 400, body: { type: "error" } }]))

  it("once: nothing stands behind the answer of the request before it", async () => {
    const found = await answers(`GET /livez HTTP/1.1\r\nhost: a\r\n\r\nBAD\r\n\r\n`)
    expect(found.map(({ status }) => status)).toEqual([404, 400])
  })
})

describe("a target that is a whole URL", () => {
  it.each([
    ["its query's key is the caller's", `?key=${clientKey}`, 400],
    ["nobody calls without one", "", 401]
  ])("%s", async (_, query, status) => {
    const target = `http://a.invalid/v1beta/models/gemini-2.5-flash:generateContent${query}`
    const head = `POST ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: application/json`
    expect(await answers(`${head}\r\ncontent-length: 2\r\n\r\n{}`)).toMatchObject([{ status }])
  })
})
