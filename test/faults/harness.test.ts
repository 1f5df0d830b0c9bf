import { Buffer } from "node:buffer"
import { createGunzip, gunzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { body, brokenStream, comment, faultCase, fin, gate, get, goldenChat, gzipped, gzippedStream } from "./index.ts"
import {
  head,
  interim,
  json,
  lastChunk,
  never,
  printFrames,
  readFrames,
  redirect,
  reset,
  retryLine,
  rst
} from "./index.ts"
import { silence, sse, stream, valuesOf, waitFor, write } from "./index.ts"
import type { Scripted } from "./index.ts"

const frames = goldenChat.frames
const wire = printFrames(frames)
const ok: Scripted = json(200, { ok: true })

/** Plays one answer to one GET, and gives the client's ledger once the connection ended or the response is whole. */
const seenOf = async (answer: Scripted) => {
  let seen: Awaited<ReturnType<typeof once>> | undefined
  const once = async (parts: Parameters<Parameters<typeof faultCase>[1]>[0]) => {
    const client = await parts.raw()
    await client.send(get("/"))
    const response = await client.response(1)
    return { response, ledger: client.ledger(), parts }
  }
  await faultCase({ answers: [answer] }, async (parts) => {
    seen = await once(parts)
  })
  if (seen === undefined) throw new Error("nothing seen")
  return seen
}

describe("what an upstream writes is what a raw client sees", () => {
  it("raw bytes, just as they are", async () => {
    const { ledger } = await seenOf({
      steps: [write("HTTP/1.1 299 Odd\r\nX:1\r\nx: 2\r\nContent-Length: 2\r\n\r\nhi")]
    })
    expect(Buffer.from(ledger.received).toString()).toBe(
      "HTTP/1.1 299 Odd\r\nX:1\r\nx: 2\r\nContent-Length: 2\r\n\r\nhi"
    )
    expect(ledger.responses[0]).toMatchObject({
      statusLine: "HTTP/1.1 299 Odd",
      status: 299,
      text: "hi",
      complete: true
    })
  })

  it("headers in order, duplicates and spelling kept", async () => {
    const headers = [
      ["Set-Cookie", "a=1"],
      ["x-id", "1"],
      ["set-cookie", "b=2"]
    ] as const
    const { response } = await seenOf({ steps: [head(200, { headers, body: { length: 0 } })] })
    expect(response.headers.slice(0, 3)).toEqual(headers)
    expect(valuesOf(response.headers, "SET-COOKIE")).toEqual(["a=1", "b=2"])
  })

  it.each([1, 7, 97, undefined])("an event stream in pieces of %s bytes", async (cut) => {
    const { response } = await seenOf(stream(frames, cut === undefined ? {} : { cut }))
    expect(response).toMatchObject({ text: wire, complete: true, problem: undefined })
    expect(readFrames(response.text)).toEqual({ frames, rest: "" })
  })

  it("a piece is a chunk of its own", async () => {
    const { ledger } = await seenOf({ steps: [head(200), body("abcde", { cut: 2 }), lastChunk([["x-end", "yes"]])] })
    const text = Buffer.from(ledger.received).toString()
    expect(text.slice(text.indexOf("\r\n\r\n") + 4)).toBe("2\r\nab\r\n2\r\ncd\r\n1\r\ne\r\n0\r\nx-end: yes\r\n\r\n")
  })

  it("a chunked body without its last chunk is not whole", async () => {
    const { response, ledger } = await seenOf({ steps: [head(200), body("half"), fin] })
    expect(response).toMatchObject({ text: "half", complete: false })
    expect(ledger.end).toBe("fin")
  })

  it("a length that promises more than comes", async () => {
    const { response } = await seenOf({ steps: [head(200, { body: { length: 9 } }), body("four"), fin] })
    expect(response).toMatchObject({ text: "four", complete: false })
  })

  it("a length that promises less than comes: the rest is no part of the body", async () => {
    const { response } = await seenOf({ steps: [head(200, { body: { length: 2 } }), body("four"), fin] })
    expect(response).toMatchObject({ text: "fo", complete: true })
  })

  it("a body that the end of the connection delimits looks whole after a FIN", async () => {
    const { response } = await seenOf({ steps: [head(200, { body: "eof" }), sse(frames.slice(0, 3)), fin] })
    expect(response).toMatchObject({ text: printFrames(frames.slice(0, 3)), complete: true })
  })

  it("chunks that are not HTTP are named so", async () => {
    const { response } = await seenOf({ steps: [head(200), write("zz\r\n"), fin] })
    expect(response.problem).toBe("the chunks are not HTTP")
  })

  it("an interim response before the answer", async () => {
    const { ledger } = await seenOf({ steps: [interim(100), ...ok.steps] })
    expect(ledger.responses[0]).toMatchObject({ status: 100, complete: true })
  })

  it("a redirect with its place", async () => {
    const { response } = await seenOf(redirect(307, "http://127.0.0.1:9/"))
    expect(response.status).toBe(307)
    expect(valuesOf(response.headers, "location")).toEqual(["http://127.0.0.1:9/"])
  })

  it("comments and retry lines between the frames", async () => {
    const { response } = await seenOf({ steps: [head(200), comment("ping"), retryLine(10), sse(frames), lastChunk()] })
    expect(response.text).toBe(`: ping\n\nretry: 10\n\n${wire}`)
    expect(readFrames(response.text).frames).toEqual(frames)
  })

  it("a whole body in gzip", async () => {
    const { response } = await seenOf(gzipped(200, "application/json", '{"ok":true}'))
    expect(valuesOf(response.headers, "content-encoding")).toEqual(["gzip"])
    expect(gunzipSync(response.body).toString()).toBe('{"ok":true}')
  })

  it("a stream in gzip is whole gzip, and says its first frame before the second is there", async () => {
    const { response, ledger } = await seenOf(gzippedStream(frames))
    expect(gunzipSync(response.body).toString()).toBe(wire)
    expect(ledger.responses[0]?.complete).toBe(true)
    const inflate = createGunzip()
    const first = new Promise((resolve) => inflate.once("data", (bytes: Buffer) => resolve(bytes.toString())))
    const [top, flushed] = pieceStarts(gzippedStream(frames))
    inflate.write(top)
    inflate.write(flushed)
    expect(await first).toBe(printFrames(frames.slice(0, 1)))
  })
})

const pieceStarts = ({ steps }: Scripted): readonly Uint8Array[] =>
  steps.flatMap((step) => (step.kind === "body" ? step.pieces : [])).slice(0, 2)

describe("how a connection ends", () => {
  it("a reset is told from a FIN", () =>
    faultCase({ answers: [{ steps: [head(200), body("x"), fin] }, reset] }, async ({ raw }) => {
      const [left, lost] = [await raw(), await raw()]
      await left.send(get("/"))
      expect((await left.ended()).end).toBe("fin")
      await lost.send(get("/"))
      expect((await lost.ended()).end).toBe("rst")
    }))

  it("what a client read before a reset stays read", () => {
    const read = gate()
    return faultCase({ answers: [brokenStream(frames, { how: "rst", frames: 4, after: read })] }, async ({ raw }) => {
      const client = await raw()
      await client.send(get("/"))
      await client.until(
        "four frames",
        ({ responses }) => readFrames(responses[0]?.text ?? "").frames.length === 4 || undefined
      )
      read.open()
      expect(await client.ended()).toMatchObject({
        end: "rst",
        responses: [{ complete: false, text: printFrames(frames.slice(0, 4)) }]
      })
    })
  })

  it("a frame that was cut does not count, and is given back", async () => {
    const { response } = await seenOf({ steps: [head(200, { body: "eof" }), body(wire.slice(0, -3)), fin] })
    expect(readFrames(response.text)).toEqual({ frames: frames.slice(0, -1), rest: "data: [DONE" })
  })

  it.each(["fin in chunks", "fin before length"] as const)("%s shows in the response", async (how) => {
    const { response, ledger } = await seenOf(brokenStream(frames, { how, frames: 4 }))
    expect(ledger.end).toBe("fin")
    expect(response).toMatchObject({ complete: false, text: printFrames(frames.slice(0, 4)) })
  })

  it("fin at eof does not show in the response", async () => {
    const { response } = await seenOf(brokenStream(frames, { how: "fin at eof", frames: 4 }))
    expect(response).toMatchObject({ complete: true, text: printFrames(frames.slice(0, 4)) })
  })

  it("a stall ends when the client goes", () =>
    faultCase({ answers: [brokenStream(frames, { how: "stall", frames: 1 })] }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(get("/"))
      await client.until("a frame", ({ responses }) => responses[0]?.text.endsWith("\n\n") || undefined)
      client.leave("close")
      expect((await upstream.ended(1)).peerEnd).toBeDefined()
    }))

  it("a reset when the connection is accepted, before a byte is read", () =>
    faultCase({ answers: [{ on: "connect", steps: [rst] }, ok] }, async ({ raw, upstream }) => {
      const lost = await raw()
      expect((await lost.ended()).end).toBe("rst")
      const client = await raw()
      await client.send(get("/"))
      expect((await client.response(1)).status).toBe(200)
      expect(upstream.connections.map(({ received }) => received.length > 0)).toEqual([false, true])
    }))

  it("no answer: the upstream sees the client's RST", () =>
    faultCase({ answers: [never] }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(get("/"))
      await upstream.request(1)
      client.leave("rst")
      expect((await upstream.ended(1)).peerEnd).toMatchObject({ how: "rst", afterBytes: 0 })
      expect(client.ledger().end).toBe("aborted")
    }))

  it("a client's FIN is seen as FIN, and it still reads the answer", () =>
    faultCase({ answers: [ok] }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(get("/"))
      client.leave("fin")
      expect((await client.response(1)).text).toBe('{"ok":true}')
      expect((await upstream.ended(1)).peerEnd?.how).toBe("fin")
      expect((await client.ended()).end).toBe("fin")
    }))

  it("a client leaves after as many bytes as it was told to", () => {
    const gone = gate()
    const steps = [head(200), body("0123456789"), waitFor(gone), silence]
    return faultCase({ answers: [{ steps }] }, async ({ raw, upstream }) => {
      const client = await raw({ leave: { afterBytes: 20, how: "rst" } })
      await client.send(get("/"))
      const { peerEnd } = await upstream.ended(1)
      gone.open()
      expect(peerEnd?.how).toBe("rst")
      expect(client.count()).toBeGreaterThanOrEqual(20)
    })
  })
})
