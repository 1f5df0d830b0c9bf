import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { describe, expect, it } from "vitest"
import { type MediaFacts, layerMemory, MediaLinks, MediaStore } from "../../src/media.ts"
import { GatewayError } from "../../src/core/errors/error.ts"
import { found } from "./conformance.ts"
import { hosted, type Hosted } from "./gateway.ts"

const inAnHour = (): number => Math.floor(Date.now() / 1000) * 1000 + 3_600_000

/** Keeps ten digits; the path and query of the link to them. */
const linkTo = async ({ run }: Hosted, about: Partial<MediaFacts> = {}): Promise<string> => {
  const link = await run(
    Effect.gen(function* () {
      const { keep } = yield* MediaStore
      const bytes = Stream.succeed(Buffer.from("0123456789"))
      return (yield* found(yield* keep(bytes, { mime: "video/mp4", until: inAnHour(), ...about }))).link
    })
  )
  return (link ?? "").replace("http://gateway.test", "")
}

/** The hosts that all answers must be the same over. */
const hosts: readonly (readonly [string, (hosted: Hosted, path: string, init?: RequestInit) => Promise<Response>])[] = [
  ["node:http", ({ url }, path, init) => fetch(url + path, init)],
  ["fetch", ({ gateway }, path, init) => gateway.fetch(new Request(`http://gateway.test${path}`, init))]
]

describe.each(hosts)("what a link leads to, over %s,", (_name, ask) => {
  const asked = async (headers: Record<string, string>, method = "GET"): Promise<[number, string | null, string]> => {
    const gateway = await hosted(layerMemory())
    const answer = await ask(gateway, await linkTo(gateway), { method, headers })
    return [answer.status, answer.headers.get("content-range"), await answer.text()]
  }

  it("is all of its bytes, with all that is to be said of them", async () => {
    const gateway = await hosted(layerMemory())
    const until = inAnHour()
    const answer = await ask(gateway, await linkTo(gateway, { until }))
    const headers = Object.fromEntries(answer.headers)
    expect([answer.status, await answer.text()]).toEqual([200, "0123456789"])
    expect(headers).toMatchObject({
      "accept-ranges": "bytes",
      "cache-control": "private",
      "content-length": "10",
      "content-type": "video/mp4",
      "content-disposition": expect.stringMatching(/^inline; filename="[0-9a-f]{16}\.mp4"$/),
      etag: expect.stringMatching(/^"[0-9a-f]{16}"$/),
      expires: new Date(until).toUTCString(),
      "x-content-type-options": "nosniff"
    })
    expect(headers).not.toHaveProperty("content-range")
  })

  it.each([
    ["bytes=2-5", [206, "bytes 2-5/10", "2345"]],
    ["bytes=7-", [206, "bytes 7-9/10", "789"]],
    ["bytes=-3", [206, "bytes 7-9/10", "789"]],
    ["bytes=0-99", [206, "bytes 0-9/10", "0123456789"]],
    ["bytes=0-1,4-5", [200, null, "0123456789"]],
    ["lines=1-2", [200, null, "0123456789"]]
  ])("is what %s asks for", async (range, answer) => {
    expect(await asked({ range })).toEqual(answer)
  })

  it("is a 416 that says how much there is where the range is behind it", async () => {
    const [status, range, body] = await asked({ range: "bytes=10-" })
    expect([status, range, JSON.parse(body)]).toMatchObject([
      416,
      "bytes */10",
      { error: { type: "invalid_request_error" } }
    ])
  })

  it("is a part only of the bytes that the client has the beginning of", async () => {
    const gateway = await hosted(layerMemory())
    const link = await linkTo(gateway)
    const tag = (await ask(gateway, link, { method: "HEAD" })).headers.get("etag") ?? ""
    const tried = [tag, `W/${tag}`, '"another"', new Date().toUTCString()]
    const statuses: number[] = []
    for (const one of tried) {
      const answer = await ask(gateway, link, { headers: { range: "bytes=2-5", "if-range": one } })
      await answer.arrayBuffer()
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([206, 200, 200, 200])
  })

  it("has its own entity tag, and always the same", async () => {
    const gateway = await hosted(layerMemory())
    const [one, two] = [await linkTo(gateway), await linkTo(gateway)]
    const tags: (string | null)[] = []
    for (const link of [one, one, two]) tags.push((await ask(gateway, link, { method: "HEAD" })).headers.get("etag"))
    expect([tags[0] === tags[1], tags[0] === tags[2]]).toEqual([true, false])
  })

  it("is told of by HEAD, whatever its range", async () => {
    const gateway = await hosted(layerMemory())
    const answer = await ask(gateway, await linkTo(gateway), { method: "HEAD", headers: { range: "bytes=2-5" } })
    expect([answer.status, answer.headers.get("content-length"), await answer.text()]).toEqual([200, "10", ""])
  })

  it.each([
    ["text/html", "attachment"],
    ["image/svg+xml", "attachment"],
    ["video/webm", "inline"],
    ["image/png", "inline"]
  ])("of type %s is for a browser an %s", async (mime, how) => {
    const gateway = await hosted(layerMemory())
    const answer = await ask(gateway, await linkTo(gateway, { mime }), { method: "HEAD" })
    expect(answer.headers.get("content-disposition")?.split(";")[0]).toBe(how)
  })

  it("is nothing to POST to", async () => {
    const gateway = await hosted(layerMemory())
    const answer = await ask(gateway, await linkTo(gateway), { method: "POST" })
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"])
  })

  it("breaks off where reading does, and does not look whole", async () => {
    const torn = Stream.concat(
      Stream.succeed(Buffer.from("01234")),
      Stream.fromEffect(Effect.delay(Effect.fail(new GatewayError("Overloaded", "The disk is gone.")), 50))
    )
    const kept = { mime: "video/mp4", until: inAnHour(), size: 10, tag: "0123456789abcdef", read: () => torn }
    const store = Layer.succeed(MediaStore)({
      keep: () => Effect.succeed("ref"),
      find: () => Effect.succeed(kept)
    })
    const gateway = await hosted(store)
    const answer = await ask(gateway, await linkTo(gateway))
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow()
  })
})

describe("a link that opens nothing", () => {
  it("is the same 404, byte for byte, whether there are such media or not", async () => {
    const gateway = await hosted(layerMemory())
    const link = await linkTo(gateway)
    const [path = "", query = ""] = link.split("?")
    const [another] = (await linkTo(gateway)).split("?")
    const paths = [
      path,
      `${path}?${query.replace(/signature=./, "signature=!")}`,
      `${path}?${query.replace(/expires=\d/, "expires=9")}`,
      `${another}?${query}`,
      `/v1/media/unknown?${query}`,
      `${path}x?${query}`
    ]
    const told = new Set<string>()
    for (const one of paths) {
      const answer = await fetch(gateway.url + one, { headers: { "x-request-id": "the-same" } })
      const { date: _, ...headers } = Object.fromEntries(answer.headers)
      told.add(JSON.stringify([answer.status, headers, await answer.text()]))
    }
    expect([...told]).toEqual([expect.stringContaining("[404,")])
  })

  it("is one whose time is over", async () => {
    const gateway = await hosted(layerMemory())
    const link = await gateway.run(
      Effect.gen(function* () {
        const { keep } = yield* MediaStore
        const ref = yield* keep(Stream.succeed(Buffer.from("kept")), { mime: "video/mp4", until: inAnHour() })
        return yield* (yield* MediaLinks).path(ref, Date.now() - 1000)
      })
    )
    expect((await fetch(gateway.url + link)).status).toBe(404)
  })

  it.each(["..%2f..%2fetc%2fpasswd", "%2e%2e", "..%5c..", "%00", "a%2fb"])("climbs nowhere: %s", async (ref) => {
    const gateway = await hosted(layerMemory())
    const answer = await fetch(`${gateway.url}/v1/media/${ref}?expires=9999999999&signature=${"A".repeat(43)}`)
    expect(answer.status).toBe(404)
  })
})
