import type { RequestListener } from "node:http"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { describe, expect, it, onTestFinished } from "vitest"
import { layerFiles, layerMemory, layerNodes, MediaStore } from "../../src/media.ts"
import { finding, found, hashOf, inPieces, textOf } from "./conformance.ts"
import { hosted, type Hosted, listening } from "./gateway.ts"

const until = Math.floor(Date.now() / 1000) * 1000 + 3_600_000

const folder = async (): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), "isogloss-nodes-"))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

/** Two gateways with a folder each, which know each other, and the secret that is meant for each. */
const pair = async (): Promise<readonly [one: Hosted, two: Hosted]> => {
  const places = [await listening(), await listening()] as const
  const nodes = { one: `${places[0].url}/`, two: places[1].url }
  const start = async (node: "one" | "two", place: (typeof places)[number]): Promise<Hosted> =>
    hosted(layerNodes({ node, nodes }).pipe(Layer.provide(layerFiles({ path: await folder() }))), place)
  return [await start("one", places[0]), await start("two", places[1])]
}

const keepAt = ({ run }: Hosted, bytes: Uint8Array): Promise<string> =>
  run(Effect.flatMap(MediaStore, ({ keep }) => keep(inPieces(bytes, 60_000), { mime: "video/mp4", until })))

/** A gateway that knows a node which answers like this. */
const beside = async (answered: RequestListener): Promise<Hosted> => {
  const { server, url } = await listening()
  server.on("request", answered)
  const nodes = { one: `${url}/below` }
  return hosted(layerNodes({ node: "two", nodes }).pipe(Layer.provide(layerMemory())))
}

const unavailable = { reason: "Overloaded", details: { code: "media_store_unavailable" } }

describe("what lies at one node", () => {
  it("is found at each, and is the same", async () => {
    const [one, two] = await pair()
    const ref = await keepAt(one, Buffer.from("0123456789"))
    const told = Effect.gen(function* () {
      const { read, ...about } = yield* found(ref)
      const parts = [
        { offset: 2, length: 3 },
        { offset: 9, length: 1 },
        { offset: 5, length: 0 }
      ]
      return { about, all: yield* textOf(read()), parts: yield* Effect.all(parts.map((part) => textOf(read(part)))) }
    })
    const there = await two.run(told)
    expect(there).toMatchObject({
      about: { mime: "video/mp4", size: 10, until },
      all: "0123456789",
      parts: ["234", "9", ""]
    })
    const { link: _here, ...about } = (await one.run(told)).about
    expect(there.about).toMatchObject(about)
  })

  it("is served by each to clients, in part and as a whole", async () => {
    const [one, two] = await pair()
    const bytes = Buffer.alloc(5_000_000, "0123456789abc")
    const { link = "" } = await two.run(found(await keepAt(one, bytes)))
    const url = link.replace("http://gateway.test", two.url)
    const whole = await fetch(url)
    const part = await fetch(url, { headers: { range: "bytes=-1000" } })
    expect(hashOf(new Uint8Array(await whole.arrayBuffer()))).toBe(hashOf(bytes))
    expect([part.status, hashOf(new Uint8Array(await part.arrayBuffer()))]).toEqual([
      206,
      hashOf(bytes.subarray(-1000))
    ])
  })

  it("is not there where it is not there", async () => {
    const [one, two] = await pair()
    const ref = await keepAt(one, Buffer.from("kept"))
    const refs = [ref.replace("one~", "two~"), `${ref}x`, ref.replace("one~", "three~"), "one~", "one~x", "~", "one"]
    expect(await two.run(Effect.all(refs.map(finding)))).toEqual(refs.map(() => undefined))
  })

  it("is a 503 while its node is away", async () => {
    const [one, two] = await pair()
    const ref = await keepAt(one, Buffer.from("kept"))
    const kept = await two.run(found(ref))
    const away = layerNodes({ node: "two", nodes: { one: "http://127.0.0.1:1" } }).pipe(Layer.provide(layerMemory()))
    const alone = await hosted(away)
    expect(await alone.run(Effect.flip(finding(ref)))).toMatchObject(unavailable)
    await one.gateway.dispose()
    expect(await two.run(Effect.flip(textOf(kept.read())))).toMatchObject(unavailable)
  })
})

describe("a reference", () => {
  it.each(["127.0.0.1:80~x", "http://127.0.0.1~x", "evil.example~x", "__proto__~x", "toString~x", "ONE~x"])(
    "leads to no node that was not named: %s",
    async (ref) => {
      let calls = 0
      const { run } = await beside((_, response) => {
        calls++
        response.end()
      })
      expect([await run(finding(ref)), calls]).toEqual([undefined, 0])
    }
  )

  it("climbs nowhere at its node either", async () => {
    const targets: (string | undefined)[] = []
    const { run } = await beside((request, response) => {
      targets.push(request.url?.split("?")[0])
      response.writeHead(404).end()
    })
    await run(Effect.all(["one~../../x", "one~a?b#c", "one~a\r\nb: c"].map(finding)))
    expect(targets).toEqual([
      "/below/v1/media/one~..%2F..%2Fx",
      "/below/v1/media/one~a%3Fb%23c",
      "/below/v1/media/one~a%0D%0Ab%3A%20c"
    ])
  })
})

describe("a node that answers something else", () => {
  it.each([
    ["a page", 200, { "content-type": "text/html" }],
    ["a redirect", 302, { location: "http://127.0.0.1:1/" }],
    ["an error", 500, {}]
  ])("with %s is not believed", async (_, status, headers) => {
    const { run } = await beside((_request, response) => void response.writeHead(status, headers).end())
    expect(await run(Effect.flip(finding("one~x")))).toMatchObject(unavailable)
  })

  it("with fewer bytes than it has is not believed", async () => {
    const about = { "content-type": "video/mp4", etag: '"0123456789abcdef"', expires: new Date(until).toUTCString() }
    const { run } = await beside((request, response) => {
      const isHead = request.method === "HEAD"
      response.writeHead(200, { ...about, "content-length": isHead ? 10 : 4 }).end(isHead ? "" : "0123")
    })
    const read = Effect.flatMap(found("one~x"), ({ read }) => Effect.flip(Stream.runDrain(read())))
    expect(await run(read)).toMatchObject(unavailable)
  })
})

it("a node has a name that stands in a reference", () => {
  for (const node of ["", "One", "a~b", "a/b", "x".repeat(33)]) {
    expect(() => layerNodes({ node, nodes: {} })).toThrow("is no name of a node")
    expect(() => layerNodes({ node: "one", nodes: { [node]: "http://a" } })).toThrow("is no name of a node")
  }
})
