import { Buffer } from "node:buffer"
import { describe, expect, it } from "vitest"
import { body, faultCase, fin, gate, get, head, interim, json, lastChunk, never, post, postChunked } from "./index.ts"
import {
  keptByKernel,
  printFrames,
  readOn,
  rst,
  settled,
  shortChat,
  silence,
  stopReading,
  stream,
  tell,
  valuesOf,
  wait,
  waitFor
} from "./index.ts"
import { waitForBody, write } from "./index.ts"
import type { Scripted } from "./index.ts"

const ok: Scripted = json(200, { ok: true })

describe("what a raw client sends is what the ledger holds", () => {
  it("the bytes, the method, the target, the headers in order with duplicates", () =>
    faultCase({ answers: [ok] }, async ({ raw, upstream }) => {
      const headers = [
        ["X-One", "1"],
        ["accept", "a"],
        ["x-one", "2"],
        ["Accept", "b"]
      ] as const
      const sent = post("/v1/chat/completions?beta=true", { model: "m" }, { headers })
      const client = await raw()
      await client.send(sent)
      const seen = await upstream.request(1)
      expect(seen).toMatchObject({
        method: "POST",
        target: "/v1/chat/completions?beta=true",
        path: "/v1/chat/completions"
      })
      expect(seen.headers.slice(1, 5)).toEqual(headers)
      expect(valuesOf(seen.headers, "x-one")).toEqual(["1", "2"])
      expect(Buffer.from(seen.body).toString()).toBe('{"model":"m"}')
      expect(Buffer.concat([seen.head, seen.rawBody])).toEqual(Buffer.from(sent))
      expect(Buffer.from(upstream.connections[0]?.received ?? "")).toEqual(Buffer.from(sent))
    }))

  it("a chunked body is kept raw and read without its marks", () =>
    faultCase({ answers: [ok] }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(postChunked("/", ['{"é":', "1}"]))
      const { body: read, rawBody, complete } = await upstream.request(1)
      expect(Buffer.from(read).toString()).toBe('{"é":1}')
      expect(Buffer.from(rawBody).toString()).toBe('6\r\n{"é":\r\n2\r\n1}\r\n0\r\n\r\n')
      expect(complete).toBe(true)
    }))

  it("a request that comes byte by byte", () =>
    faultCase({ answers: [ok] }, async ({ raw, upstream }) => {
      const client = await raw()
      for (const byte of postChunked("/slow", ["ab", "c"])) await client.send(Uint8Array.of(byte))
      expect((await client.response(1)).status).toBe(200)
      expect(Buffer.from(upstream.requests[0]?.body ?? "").toString()).toBe("abc")
    }))

  it("two Hosts are kept both", () =>
    faultCase({ answers: [ok] }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(get("/", { headers: [["Host", "other"]] }))
      expect(valuesOf((await upstream.request(1)).headers, "host")).toEqual(["localhost", "other"])
    }))

  it("a length beside chunks is read as chunks and named", () =>
    faultCase({ answers: [ok] }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(postChunked("/", ["abc"], { headers: [["content-length", "1"]] }))
      const seen = await upstream.request(1)
      expect(Buffer.from(seen.body).toString()).toBe("abc")
      expect(seen.problem).toBe("both transfer-encoding and content-length")
    }))

  it("half a body and then an abort is a request that is not whole", () =>
    faultCase({ answers: [never] }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(post("/", "0123456789").subarray(0, -4))
      await upstream.until("six bytes of body", () => upstream.requests[0]?.body.length === 6 || undefined)
      client.leave("rst")
      expect((await upstream.ended(1)).peerEnd?.how).toBe("rst")
      expect(upstream.requests.map(({ complete }) => complete)).toEqual([false])
    }))
})

describe("which answer a request gets", () => {
  it("several requests on one connection, in order", () =>
    faultCase({ answers: [json(200, 1), stream(shortChat.frames), json(404, 3)] }, async ({ raw, upstream }) => {
      const client = await raw()
      for (const nth of [1, 2, 3]) {
        await client.send(post("/", { nth }))
        await client.response(nth)
      }
      expect(client.ledger().responses.map(({ status, text }) => [status, text])).toEqual([
        [200, "1"],
        [200, printFrames(shortChat.frames)],
        [404, "3"]
      ])
      expect(upstream.requests.map(({ connection, number }) => [connection, number])).toEqual([
        [1, 1],
        [1, 2],
        [1, 3]
      ])
    }))

  it("requests sent at once are answered in their order", () =>
    faultCase({ answers: [{ steps: [wait(5), ...json(200, 1).steps] }, json(200, 2)] }, async ({ raw }) => {
      const client = await raw()
      await client.send(Buffer.concat([get("/1"), get("/2")]))
      await client.response(2)
      expect(client.ledger().responses.map(({ text }) => text)).toEqual(["1", "2"])
    }))

  it("the first answer whose predicate holds", () =>
    faultCase(
      {
        answers: [
          { ...json(200, "a"), when: ({ path }) => path === "/a" },
          { ...json(200, "b"), times: 2 }
        ]
      },
      async ({ raw }) => {
        const client = await raw()
        for (const path of ["/b", "/a", "/b"]) await client.send(get(path))
        await client.response(3)
        expect(client.ledger().responses.map(({ text }) => text)).toEqual(["b", "a", "b"])
      }
    ))

  it("a predicate may look at the body", () =>
    faultCase(
      { answers: [{ ...ok, when: ({ body: sent }) => Buffer.from(sent).toString() === "yes" }], unscripted: true },
      async ({ raw, upstream }) => {
        const client = await raw()
        await client.send(post("/", "yes"))
        await client.send(post("/", "no"))
        expect((await client.response(2)).statusLine).toBe("HTTP/1.1 501 Unscripted")
        expect(upstream.unscripted).toHaveLength(1)
      }
    ))

  it("a case fails when something was asked that the script did not foresee", async () => {
    const run = faultCase({ answers: [] }, async ({ raw }) => {
      const client = await raw()
      await client.send(get("/"))
      await client.response(1)
    })
    await expect(run).rejects.toThrow("requests that the script did not foresee")
  })

  it("an answer at the head comes before the body: 100 Continue, then the rest", () =>
    faultCase(
      { answers: [{ on: "head", steps: [interim(100), waitForBody, ...ok.steps] }] },
      async ({ raw, upstream }) => {
        const client = await raw()
        const request = post("/", "later", { headers: [["expect", "100-continue"]] })
        await client.send(request.subarray(0, -5))
        expect((await client.response(1)).status).toBe(100)
        expect(upstream.requests[0]?.complete).toBe(false)
        await client.send("later")
        expect((await client.response(2)).text).toBe('{"ok":true}')
      }
    ))

  it("an answer at the head waits its turn behind one for any request", () =>
    faultCase({ answers: [json(200, "first"), { ...json(200, "second"), on: "head" }] }, async ({ raw }) => {
      const client = await raw()
      for (const nth of [1, 2]) {
        await client.send(get("/"))
        await client.response(nth)
      }
      expect(client.ledger().responses.map(({ text }) => text)).toEqual(["first", "second"])
    }))

  it("a refusal at the head, while the body still comes", () =>
    faultCase({ answers: [{ on: "head", steps: [...json(413, {}).steps, fin] }] }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(post("/", "0123456789").subarray(0, -4))
      expect((await client.response(1)).status).toBe(413)
      expect(upstream.requests[0]?.complete).toBe(false)
    }))
})

describe("gates and pressure", () => {
  it("a script waits at a gate, and tells where it is", () => {
    const [reached, go] = [gate(), gate()]
    const steps = [head(200), body("a"), tell(reached), waitFor(go), body("b"), lastChunk()]
    return faultCase({ answers: [{ steps }] }, async ({ raw }) => {
      const client = await raw()
      await client.send(get("/"))
      await reached.opened
      await client.until("a", ({ responses }) => responses[0]?.text === "a" || undefined)
      expect(client.ledger().responses[0]?.complete).toBe(false)
      go.open()
      expect((await client.response(1)).text).toBe("ab")
    })
  })

  it("a step may wait for what a function makes of the request", () =>
    faultCase(
      { answers: [{ steps: [waitFor(async (request) => expect(request?.path).toBe("/seen")), ...ok.steps] }] },
      async ({ raw }) => {
        const client = await raw()
        await client.send(get("/seen"))
        expect((await client.response(1)).status).toBe(200)
      }
    ))

  it("a client that does not read stalls the upstream, and reads all when it goes on", () => {
    const length = 2 * keptByKernel
    const steps = [head(200, { body: { length } }), body(new Uint8Array(length), { cut: 65_536 })]
    return faultCase({ answers: [{ steps }] }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(get("/"))
      await client.received(1)
      client.pause()
      const count = client.count()
      expect(await settled(() => upstream.connections[0]?.sent ?? 0)).toBeLessThan(length)
      expect(client.count()).toBe(count)
      client.resume()
      expect((await client.response(1)).body.length).toBe(length)
    })
  }, 180_000)

  it("an upstream that does not read stalls the client", () => {
    const length = 2 * keptByKernel
    const [full, read] = [gate(), gate()]
    const steps = [stopReading, tell(full), waitFor(read), readOn, waitForBody, ...ok.steps]
    return faultCase({ answers: [{ on: "head", steps }] }, async ({ raw, upstream }) => {
      const client = await raw()
      const sending = client.send(post("/", new Uint8Array(length)))
      await full.opened
      await settled(() => upstream.connections[0]?.received.length ?? 0)
      expect(upstream.requests[0]?.body.length).toBeLessThan(length)
      read.open()
      await sending
      expect((await client.response(1)).status).toBe(200)
      expect(upstream.requests[0]?.body.length).toBe(length)
    })
  }, 180_000)

  it("a closed upstream leaves no connection open", () =>
    faultCase({ answers: [{ steps: [write("HTTP"), silence] }, { steps: [rst] }] }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(get("/"))
      await client.received(4)
      expect(upstream.open()).toBe(1)
      await upstream.close()
      expect(upstream.open()).toBe(0)
      expect((await client.ended()).end).toBeDefined()
      expect(upstream.connections[0]?.peerEnd).toBeUndefined()
    }))
})
