import { describe, expect, it } from "vitest"
import { clientKey, faultCase, json, post, postChunked, stream } from "../index.ts"
import type { Bytes, RawClient } from "../index.ts"
import { ask, cells } from "./cells.ts"
import type { Cell } from "./cells.ts"
import { gatewayOver, secrets } from "./gateway.ts"

/** One whose clocks close what does not come at once. */
const gateway = gatewayOver({
  server: { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50, keepAliveTimeout: 5000 }
})

const passing = cells.filter(({ same }) => same)

const ids = { body: { messages: [{ role: "user", content: "hello" }] } }

const whole = (cell: Cell): string => Buffer.from(ask(cell, { stream: false, ...ids })).toString()

const bodyOf = (cell: Cell): string => whole(cell).split("\r\n\r\n")[1] ?? ""

const topOf = (cell: Cell, lines: readonly string[]): string =>
  [
    `POST ${cell.client.path} HTTP/1.1`,
    `authorization: Bearer ${clientKey}`,
    "content-type: application/json",
    ...lines
  ].join("\r\n") + "\r\n\r\n"

const chunksOf = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`

/** The end of the connection or a whole answer, whichever is seen first: the first status, 0 where none came. */
const firstStatus = (client: RawClient): Promise<number> =>
  client.until("an answer or an end", ({ responses: [first], end }) =>
    first?.complete === true ? first.status : end === undefined ? undefined : (first?.status ?? 0)
  )

/** The status of a request that the server's short clocks did not close: on a busy machine they close whole ones, too. */
const statusInTime = async (connect: () => Promise<RawClient>, bytes: Bytes): Promise<number> => {
  const client = await connect()
  await client.send(bytes)
  const status = await firstStatus(client)
  return status === 408 ? statusInTime(connect, bytes) : status
}

/** A request inside another's body, which nobody may execute. */
const smuggled = (cell: Cell): string => whole(cell)

/** Requests that are not HTTP, or HTTP that two readers could read in two ways. */
const malformed: readonly (readonly [string, (cell: Cell) => string])[] = [
  [
    "a length beside chunks",
    (cell) =>
      topOf(cell, ["host: a", "content-length: 4", "transfer-encoding: chunked"]) +
      chunksOf(bodyOf(cell)) +
      smuggled(cell)
  ],
  [
    "chunks beside a length",
    (cell) =>
      topOf(cell, ["host: a", "transfer-encoding: chunked", "content-length: 4"]) +
      chunksOf(bodyOf(cell)) +
      smuggled(cell)
  ],
  [
    "two lengths",
    (cell) =>
      topOf(cell, ["host: a", "content-length: 4", `content-length: ${bodyOf(cell).length}`]) +
      bodyOf(cell) +
      smuggled(cell)
  ],
  [
    "two lengths in one line",
    (cell) => topOf(cell, ["host: a", `content-length: 4, ${bodyOf(cell).length}`]) + bodyOf(cell)
  ],
  ["a negative length", (cell) => topOf(cell, ["host: a", "content-length: -1"]) + bodyOf(cell)],
  [
    "a length with a sign",
    (cell) => topOf(cell, ["host: a", `content-length: +${bodyOf(cell).length}`]) + bodyOf(cell)
  ],
  ["a length in hex", (cell) => topOf(cell, ["host: a", "content-length: 0x10"]) + bodyOf(cell)],
  [
    "a folded header",
    (cell) => topOf(cell, ["host: a", "x-folded: a\r\n b", `content-length: ${bodyOf(cell).length}`]) + bodyOf(cell)
  ],
  [
    "a space before the colon",
    (cell) => topOf(cell, ["host: a", `content-length : ${bodyOf(cell).length}`]) + bodyOf(cell)
  ],
  [
    "a bare line feed in the head",
    (cell) => topOf(cell, ["host: a\nx-evil: 1", `content-length: ${bodyOf(cell).length}`]) + bodyOf(cell)
  ],
  [
    "a bare carriage return in the head",
    (cell) => topOf(cell, ["host: a\rx-evil: 1", `content-length: ${bodyOf(cell).length}`]) + bodyOf(cell)
  ],
  [
    "NUL in a header",
    (cell) => topOf(cell, ["host: a", "x-nul: a\0b", `content-length: ${bodyOf(cell).length}`]) + bodyOf(cell)
  ],
  ["no Host", (cell) => topOf(cell, [`content-length: ${bodyOf(cell).length}`]) + bodyOf(cell)],
  [
    "a bad size of a chunk",
    (cell) => topOf(cell, ["host: a", "transfer-encoding: chunked"]) + `zz\r\n${bodyOf(cell)}\r\n0\r\n\r\n`
  ],
  [
    "a head of 64 KiB",
    (cell) =>
      topOf(cell, ["host: a", `x-long: ${"a".repeat(65_536)}`, `content-length: ${bodyOf(cell).length}`]) + bodyOf(cell)
  ],
  ["no HTTP at all", () => "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03"],
  ["a version of its own", (cell) => whole(cell).replace("HTTP/1.1", "HTTP/9.9")],
  ["a method of its own", (cell) => whole(cell).replace("POST", "SMUGGLE")]
]

describe.each(passing)("requests that can be read in two ways: $name", (cell) => {
  it("are as many as listed", () => expect(malformed.length).toBe(18))

  it.each(malformed)("%s: refused, nothing is executed, and the next request works", (_, bytes) =>
    faultCase({ answers: [json(200, cell.upstream.answer)], gateway, secrets }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(Buffer.from(bytes(cell), "latin1"))
      const status = await firstStatus(client)
      expect([0, 400, 405, 408, 431, 501, 505]).toContain(status)
      expect(upstream.requests.length).toBe(0)
      expect(await statusInTime(raw, whole(cell))).toBe(200)
    })
  )

  it.each([
    ["two Hosts", (it: Cell) => topOf(it, ["host: a", "host: b", `content-length: ${bodyOf(it).length}`]) + bodyOf(it)],
    [
      "an encoding of its own",
      (it: Cell) => topOf(it, ["host: a", "transfer-encoding: xchunked"]) + chunksOf(bodyOf(it)) + smuggled(it)
    ],
    [
      "a Host that is a URL",
      (it: Cell) => topOf(it, ["host: localhost/#@evil.invalid", `content-length: ${bodyOf(it).length}`]) + bodyOf(it)
    ],
    [
      "an absolute target",
      (it: Cell) => whole(it).replace(`POST ${it.client.path}`, `POST http://evil.invalid${it.client.path}`)
    ]
  ])("%s: answered or closed, executed once at most, at the upstream's own Host", (_, bytes) =>
    faultCase(
      {
        answers: [json(200, cell.upstream.answer), json(200, cell.upstream.answer)],
        gateway: gatewayOver(),
        secrets
      },
      async ({ raw, upstream }) => {
        const client = await raw()
        await client.send(bytes(cell))
        await firstStatus(client)
        await client.close()
        expect(upstream.requests.length).toBeLessThanOrEqual(1)
        for (const { target, headers } of upstream.requests) {
          expect(target).toBe(cell.upstream.path)
          expect(headers.find(([name]) => name.toLowerCase() === "host")?.[1]).toBe(new URL(upstream.url).host)
        }
      }
    )
  )

  it("two requests at once on one connection are answered in order, each executed once", () =>
    faultCase(
      {
        answers: [json(200, cell.upstream.answer), json(200, { ...cell.upstream.answer, id: "second" })],
        gateway: gatewayOver(),
        secrets
      },
      async ({ raw, upstream }) => {
        const client = await raw()
        await client.send(whole(cell) + whole(cell))
        const [first, second] = [await client.response(1), await client.response(2)]
        expect([first.status, second.status]).toEqual([200, 200])
        expect(upstream.requests.length).toBe(2)
      }
    ))
})

const slow: readonly (readonly [string, (cell: Cell) => string])[] = [
  ["a connection without a word", () => ""],
  ["half a head", (cell) => whole(cell).slice(0, 60)],
  ["a head and half a body", (cell) => whole(cell).slice(0, -10)],
  ["a length that promises more", (cell) => topOf(cell, ["host: a", "content-length: 4000"]) + bodyOf(cell)],
  [
    "a chunk that does not end",
    (cell) => topOf(cell, ["host: a", "transfer-encoding: chunked"]) + `fff\r\n${bodyOf(cell)}`
  ]
]

describe.each(passing)("clients that never finish: $name", (cell) => {
  it.each(slow)("%s: closed, nothing is executed, and another is served meanwhile", (_, bytes) =>
    faultCase({ answers: [stream(cell.upstream.short.frames)], gateway, secrets }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(bytes(cell))
      expect(await statusInTime(raw, ask(cell))).toBe(200)
      const { responses } = await client.ended()
      expect([undefined, 400, 408]).toContain(responses[0]?.status)
      expect(upstream.requests.length).toBe(1)
    })
  )
})

const deep = (levels: number, open: string, close: string): string => open.repeat(levels) + close.repeat(levels)

/** Bodies that are no JSON, or JSON that no one should read on. */
const bombs: readonly (readonly [string, Bytes, number])[] = [
  ["nothing", "", 400],
  ["no JSON", "{", 400],
  ["bytes after the end", '{"model":"m"} x', 400],
  ["NaN", '{"model":"m","temperature":NaN}', 400],
  ["a list", "[]", 400],
  ["a text", '"model"', 400],
  ["null", "null", 400],
  ["a model that is no text", '{"model":7,"messages":[],"max_tokens":5}', 400],
  ["a byte order mark", '\ufeff{"model":"m"}', 400],
  ["bytes that are no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400],
  ["UTF-16", Buffer.from('{"model":"gold-chat"}', "utf16le"), 400],
  ["a name twice", '{"model":"gold-chat","model":"gold-messages","messages":[],"max_tokens":5}', 400],
  ["100,000 lists deep", `{"model":"m","messages":${deep(100_000, "[", "]")}}`, 400],
  ["100,000 objects deep", `{"model":"m","messages":${deep(100_000, '{"a":', "}").replace("}", "1}")}}`, 400],
  ["a million members", `{"model":"m","x":{${Array.from({ length: 1_000_000 }, (_, at) => `"${at}":1`).join()}}}`, 400],
  ["a million numbers", `{"model":"m","x":[${"1,".repeat(1_000_000)}1]}`, 400]
]

describe.each(passing)("bodies that are bombs: $name", (cell) => {
  it("are as many as listed", () => expect(bombs.length).toBe(16))

  it("are refused, no upstream is called, and the next request works", { timeout: 180_000 }, () =>
    faultCase(
      { answers: [json(200, cell.upstream.answer)], gateway: gatewayOver(), secrets },
      async ({ raw, upstream }) => {
        for (const [name, bytes, status] of bombs) {
          const client = await raw()
          await client.send(post(cell.client.path, bytes, { headers: [["authorization", `Bearer ${clientKey}`]] }))
          const { status: told, text } = await client.response(1)
          expect(told, name).toBe(status)
          expect(JSON.parse(text), name).toHaveProperty("error.message")
          await client.close()
        }
        expect(upstream.requests.length).toBe(0)
        const next = await raw()
        await next.send(whole(cell))
        expect((await next.response(1)).status).toBe(200)
      }
    )
  )

  const mebi = 1024 * 1024

  it.each([
    ["a length above the cap", (it: Cell) => topOf(it, ["host: a", `content-length: ${64 * mebi}`]), 413],
    [
      "a length far above the cap that waits for 100",
      (it: Cell) => topOf(it, ["host: a", "content-length: 99999999999", "expect: 100-continue"]),
      413
    ],
    ["gzip", (it: Cell) => topOf(it, ["host: a", "content-encoding: gzip", "content-length: 4"]) + "abcd", 415],
    [
      "encodings in a row",
      (it: Cell) => topOf(it, ["host: a", "content-encoding: gzip, gzip, br", "content-length: 4"]) + "abcd",
      415
    ],
    [
      "a form",
      (it: Cell) => topOf(it, ["host: a", "content-length: 4"]).replace("application/json", "text/plain") + "abcd",
      415
    ]
  ])("%s: refused before it is read", (_, bytes, status) =>
    faultCase({ answers: [], gateway: gatewayOver(), secrets }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(bytes(cell))
      const answer = await client.until("a final answer", ({ responses }) =>
        responses.find((it) => it.status >= 200 && it.complete)
      )
      expect(answer.status).toBe(status)
      expect(upstream.requests.length).toBe(0)
    })
  )

  it("chunks without end: refused at the cap", { timeout: 180_000 }, () =>
    faultCase({ answers: [], gateway: gatewayOver(), secrets }, async ({ raw, upstream }) => {
      const client = await raw()
      const part = " ".repeat(mebi)
      await client.send(
        postChunked(
          cell.client.path,
          Array.from({ length: 33 }, () => part),
          { headers: [["authorization", `Bearer ${clientKey}`]] }
        )
      )
      expect((await client.response(1)).status).toBe(413)
      expect(upstream.requests.length).toBe(0)
    })
  )
})
