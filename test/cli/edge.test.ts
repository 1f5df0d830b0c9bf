import { describe, expect, it, onTestFinished } from "vitest"
import { servedEndpoints } from "../../src/hosts/cli/served.ts"
import { lab } from "../../src/lab.ts"
import { type RawClient, rawClient } from "../faults/index.ts"
import { crowdUpstream } from "../faults/gateway/crowd-upstream.ts"
import { clientKey, nodeWith, upstreamsAt } from "./started.ts"
import { patience } from "../setup/patience.ts"

const upstreams = upstreamsAt("http://127.0.0.1:9")
const hash = "$argon2id$v=19$m=19456,t=2,p=1$c29tZSBzYWx0$YSBkaWdlc3QgdGhhdCBpcyBub25l"
const accounts = { accounts: [{ username: "ada", hash }], loginSecret: "s".repeat(32) }
const tokenPath = "/prod-api/v3/auth/getToken"

const nodeOf = (configuration: Readonly<Record<string, unknown>>) =>
  nodeWith({ upstreams, tasks: "memory", ...configuration })

const headOf = (path: string, lines: readonly string[] = []): string =>
  [`POST ${path} HTTP/1.1`, "host: a", "content-type: application/json", ...lines].join("\r\n") + "\r\n\r\n"

const bearer = `authorization: Bearer ${clientKey}`

/** The first answer of a connection: its status and its body. */
const answered = async (client: RawClient): Promise<{ readonly status: number; readonly body: unknown }> => {
  const { status, text } = await client.response(1)
  return { status, body: JSON.parse(text) }
}

/** A client that sends so many bytes of a body, one at a time, for as long as it may. */
const drip = async (client: RawClient, every: number): Promise<void> => {
  for (let bytes = 0; bytes < 1000 && client.ledger().end === undefined; bytes++) {
    await client.send(" ")
    await new Promise((resolve) => setTimeout(resolve, every))
  }
}

/** Whether a connection is kept: one that is answers a request, and rests then. */
const isKept = async (url: string, head = "GET /livez HTTP/1.1"): Promise<readonly [boolean, RawClient]> => {
  const client = await rawClient(url)
  await client.send(`${head}\r\nhost: a\r\n\r\n`)
  const kept = await client.until("an answer or an end", ({ responses: [first], end }) =>
    first?.complete === true ? "kept" : end === undefined ? undefined : "closed"
  )
  return [kept === "kept", client]
}

/** The head of a request by somebody who is known. */
const known = `GET /v1/models HTTP/1.1\r\n${bearer}`

/** A client whose body is on its way: it was told that it is wanted. */
const busy = async (url: string): Promise<RawClient> => {
  const client = await rawClient(url)
  await client.send(headOf("/v1/chat/completions", [bearer, "content-length: 1000", "expect: 100-continue"]))
  await client.until("that its body is wanted", ({ responses: [first] }) => first?.status === 100 || undefined)
  return client
}

const isOpen = (client: RawClient): boolean => client.ledger().end === undefined

describe("connections", { timeout: 180_000 }, () => {
  it("from one address are as many as the configuration says, and another when one ends", async () => {
    const { url } = await nodeOf({ limits: { connections: { address: 3 } } })
    const three = [await busy(url), await busy(url), await busy(url)]
    expect((await isKept(url))[0]).toBe(false)
    expect(three.map(isOpen)).toEqual([true, true, true])
    await three[0]?.close()
    await expect.poll(async () => (await isKept(url))[0], patience).toBe(true)
  })

  it("from one address that never asked for anything make room, the oldest first", async () => {
    const { url } = await nodeOf({ limits: { connections: { address: 3 } } })
    const reading = await busy(url)
    const silent = [await rawClient(url), await rawClient(url)]
    const more = [await busy(url), await busy(url)]
    for (const client of silent) expect((await client.ended()).responses).toEqual([])
    expect((await isKept(url))[0]).toBe(false)
    expect([reading, ...more].map(isOpen)).toEqual([true, true, true])
  })

  it.each([
    ["asked for nothing that needs a key", "GET /livez HTTP/1.1"],
    ["had no key", "GET /v1/models HTTP/1.1"],
    ["asked for what is not there", "GET /nowhere HTTP/1.1"]
  ])("on which somebody %s make room once they rest, the longest first", async (_, head) => {
    const { url } = await nodeOf({ limits: { connections: { address: 3 } } })
    const [, first] = await isKept(url, known)
    const [, second] = await isKept(url, head)
    const [, third] = await isKept(url, head)
    await second.send(`${head}\r\nhost: a\r\n\r\n`)
    await second.response(2)
    expect((await isKept(url, known))[0]).toBe(true)
    await third.ended()
    expect([first, second].map(isOpen)).toEqual([true, true])
    expect((await isKept(url, known))[0]).toBe(true)
    await second.ended()
    expect(isOpen(first)).toBe(true)
    expect((await isKept(url))[0]).toBe(true)
    await first.ended()
  })

  it("on which an answer is under way make no room", async () => {
    const upstream = await crowdUpstream()
    onTestFinished(() => upstream.close())
    const limits = { connections: { address: 2 } }
    const { url } = await nodeOf({ upstreams: upstreamsAt(upstream.url), limits })
    const streaming = await rawClient(url)
    const body = JSON.stringify({ model: "gpt-4o", stream: true, messages: [{ role: "user", content: "x" }] })
    await streaming.send(headOf("/v1/chat/completions", [bearer, `content-length: ${body.length}`]) + body)
    await upstream.came(1)
    const reading = await busy(url)
    expect((await isKept(url))[0]).toBe(false)
    expect([streaming, reading].map(isOpen)).toEqual([true, true])
  })

  it("are as many as the configuration says in all, whatever their address behind a proxy", async () => {
    const { url } = await nodeOf({ listen: { port: 0, proxies: 1 }, limits: { connections: { all: 4, address: 2 } } })
    const kept = []
    for (let n = 0; n < 5; n++) kept.push((await isKept(url))[0])
    expect(kept).toEqual([true, true, true, true, false])
  })
})

describe("clients that are slow on purpose", { timeout: 180_000 }, () => {
  it("are told to be faster once the head takes too long, also where nothing comes at all", async () => {
    const { url } = await nodeOf({ limits: { clocks: { head: 0.2 } } })
    const silent = await rawClient(url)
    const dripping = await rawClient(url)
    await dripping.send("POST /v1/messages HTTP/1.1\r\nx-a: ")
    void drip(dripping, 50)
    for (const client of [silent, dripping]) {
      const { responses } = await client.ended()
      expect(responses[0]?.status).toBe(408)
    }
  })

  it.each([
    ["/v1/chat/completions", { error: { type: "invalid_request_error", code: "request_timeout" } }],
    ["/v1/messages", { type: "error", error: { type: "invalid_request_error" } }],
    ["/v1beta/models/gemini-2.5-pro:generateContent", { error: { code: 408 } }],
    [tokenPath, { code: 408, data: null }]
  ])("are told so as %s says errors once the body takes too long", async (path, body) => {
    const { url } = await nodeOf({ ...accounts, limits: { clocks: { head: 60, body: 0.3 } } })
    const client = await rawClient(url)
    await client.send(headOf(path, [bearer, "content-length: 1000"]))
    void drip(client, 50)
    expect(await answered(client)).toMatchObject({ status: 408, body })
    await client.ended()
  })

  it("lose an answer that they do not read, and its upstream is told, by the clock that was chosen", async () => {
    const unread = async (stall: number) => {
      const upstream = await crowdUpstream()
      onTestFinished(() => upstream.close())
      const { url } = await nodeOf({ upstreams: upstreamsAt(upstream.url), limits: { clocks: { stall } } })
      const client = await rawClient(url)
      const body = JSON.stringify({ model: "gpt-4o", stream: true, messages: [{ role: "user", content: "x" }] })
      client.pause()
      await client.send(headOf("/v1/chat/completions", [bearer, `content-length: ${body.length}`]) + body)
      await upstream.came(1)
      upstream.pour()
      return upstream
    }
    const long = await unread(60)
    const short = await unread(2)
    await expect.poll(() => short.streams.size, { timeout: 55_000, interval: 20 }).toBe(0)
    expect(long.streams.size).toBe(1)
  })

  it("keep an answer of which they read a little now and then", async () => {
    const upstream = await crowdUpstream()
    const { url } = await nodeOf({ upstreams: upstreamsAt(upstream.url), limits: { clocks: { stall: 4 } } })
    const client = await rawClient(url)
    const body = JSON.stringify({ model: "gpt-4o", stream: true, messages: [{ role: "user", content: "x" }] })
    await client.send(headOf("/v1/chat/completions", [bearer, `content-length: ${body.length}`]) + body)
    await upstream.came(1)
    upstream.pour()
    for (let n = 0; n < 12; n++) {
      client.pause()
      await new Promise((resolve) => setTimeout(resolve, 500))
      client.resume()
      await client.received(client.count() + 500_000)
    }
    expect(upstream.streams.size).toBe(1)
    await client.close()
    await upstream.close()
  })
})

/** Every path that takes a body and asks for a key. */
const paths = [...servedEndpoints, ...lab()]
  .filter(({ method, auth }) => method === "POST" && auth.length > 0)
  .map(({ path }) => path.replace(/[:*]\w+/, "gpt-4o"))

describe("whoever has no key", { timeout: 180_000 }, () => {
  it("is told so before anything of a body is read, on every path", async () => {
    const { url } = await nodeOf(accounts)
    expect(paths.length).toBeGreaterThan(12)
    for (const path of paths) {
      const client = await rawClient(url)
      await client.send(headOf(path, [`content-length: ${32 * 1024 * 1024}`]))
      const { status } = await client.response(1)
      await client.ended()
      expect([path, status]).toEqual([path, 401])
    }
  })
})

describe("the login", { timeout: 180_000 }, () => {
  it("is no path where nobody has an account", async () => {
    const { url } = await nodeOf({})
    const client = await rawClient(url)
    await client.send(headOf(tokenPath, ["content-length: 100"]))
    expect(await answered(client)).toMatchObject({ status: 404, body: { code: 404, data: null } })
  })

  it("reads no more than 16 KiB, and none of what says that it is more", async () => {
    const { url } = await nodeOf(accounts)
    const said = await rawClient(url)
    await said.send(headOf(tokenPath, [`content-length: ${16 * 1024 + 1}`]))
    expect(await answered(said)).toMatchObject({ status: 413, body: { code: 413, data: null } })
    const unsaid = await rawClient(url)
    await unsaid.send(`${headOf(tokenPath, ["transfer-encoding: chunked"])}4001\r\n${"x".repeat(16 * 1024 + 1)}\r\n`)
    expect(await answered(unsaid)).toMatchObject({ status: 413, body: { code: 413, data: null } })
  })

  it("counts an attempt before anything of it came, and then refuses without reading", async () => {
    const { url } = await nodeOf({ ...accounts, limits: { logins: { address: 5 } } })
    const unfinished = []
    for (let n = 0; n < 5; n++) {
      const client = await rawClient(url)
      await client.send(`${headOf(tokenPath, ["content-length: 100"])}{`)
      unfinished.push(client)
    }
    const one = await rawClient(url)
    await expect
      .poll(async () => {
        const more = await rawClient(url)
        await more.send(headOf(tokenPath, ["content-length: 100"]))
        return more.until("an answer", ({ responses: [first] }) => first?.status)
      }, patience)
      .toBe(429)
    expect(unfinished.every((client) => client.ledger().responses.length === 0)).toBe(true)
    await one.close()
  })
})
