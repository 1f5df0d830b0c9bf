import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Socket } from "node:net"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { type FetcherOptions, layerNode } from "../../src/media/fetch/node-fetcher.ts"
import { type FetchedMedia, MediaFetcher, type WantedMedia } from "../../src/media/fetch/fetcher.ts"
import type { HostNetwork } from "../../src/media/fetch/network.ts"
import { CallingTenant } from "../../src/upstream/upstream.ts"
import type { GatewayError } from "../../src/core/errors/error.ts"
import { answer, picture, png, rig, type Rig, somewhere } from "./server.ts"
import { patience } from "../setup/patience.ts"

type Fetched = { readonly media?: FetchedMedia; readonly error?: GatewayError }

type Get = (
  fetcher: MediaFetcher["Service"]
) => (url: string, wanted?: WantedMedia) => Effect.Effect<FetchedMedia, GatewayError>

const fetchingBy =
  (get: Get) =>
  (url: string, options: FetcherOptions, wanted?: WantedMedia): Promise<Fetched> =>
    Effect.gen(function* () {
      const fetcher = yield* MediaFetcher
      return yield* get(fetcher)(url, wanted).pipe(
        Effect.map((media): Fetched => ({ media })),
        Effect.catch((error) => Effect.succeed<Fetched>({ error }))
      )
    }).pipe(Effect.provide(layerNode({ ...options, streams: options })), Effect.runPromise)

const collected: Get =
  ({ stream }) =>
  (url, wanted) =>
    Effect.scoped(
      Effect.flatMap(stream(url, wanted), ({ mime, bytes }) =>
        Effect.map(Stream.runCollect(bytes), (pieces) => ({ mime, bytes: Buffer.concat(pieces) }))
      )
    )

/** Both are held to the same, to the letter. */
const ways: readonly (readonly [name: string, get: Get])[] = [
  ["held", ({ fetch }) => fetch],
  ["passed on", collected]
]

const over = ({ network }: Rig, options: FetcherOptions = {}): FetcherOptions => ({ http: true, network, ...options })

const saying =
  (bytes: Uint8Array) =>
  (_: string, socket: Socket): void =>
    void socket.end(bytes)

/** Answers by path. */
const paths =
  (answers: Readonly<Record<string, Uint8Array>>) =>
  (head: string, socket: Socket): void =>
    void socket.end(answers[head.split(" ")[1] ?? ""] ?? answer(404, { "content-length": 0 }))

const said = ({ error }: Fetched): string | undefined => error?.message.replace("The URL cannot be used. ", "")

describe.each(ways)("what is %s:", (_name, get) => {
  const fetching = fetchingBy(get)

  describe("a public URL", () => {
    it("gives its bytes, and the type that they show", async () => {
      const server = await rig(saying(picture()))
      const { media } = await fetching("http://img.example/a.png?b=1", over(server))
      expect(media).toEqual({ mime: "image/png", bytes: Buffer.from(png) })
    })

    it("is asked for by its path and its own name, and told nothing of who asks", async () => {
      const server = await rig(saying(picture()))
      await fetching("http://img.example/a.png?b=1", over(server))
      const [request = "", ...headers] = (server.heads[0] ?? "").trim().split("\r\n")
      expect(request).toBe("GET /a.png?b=1 HTTP/1.1")
      expect(headers.map((line) => line.toLowerCase()).toSorted()).toEqual([
        "accept-encoding: identity",
        "accept: */*",
        "connection: keep-alive",
        "host: img.example",
        "user-agent: isogloss"
      ])
    })

    it.each([
      ["nothing", {}],
      ["an empty type", { "content-type": "" }],
      ["bytes", { "content-type": "application/octet-stream" }],
      ["bytes, in the words of another storage", { "content-type": "binary/octet-stream" }],
      ["an image by a name of its own", { "content-type": "image/x-png; charset=binary" }]
    ])("is typed by its bytes where the server calls it %s", async (_, type) => {
      const server = await rig(saying(answer(200, { "content-length": png.length, ...type }, png)))
      expect((await fetching("http://img.example/a", over(server))).media?.mime).toBe("image/png")
    })

    it("is typed by its bytes where the server calls it another image", async () => {
      const server = await rig(saying(picture({ "content-type": "image/jpeg" })))
      const { media } = await fetching("http://img.example/", over(server))
      expect(media?.mime).toBe("image/png")
    })
  })

  describe("https", () => {
    it("greets by the name and at the address that was checked", async () => {
      const server = await rig(saying(picture()))
      await fetching("https://img.example/", { network: server.network })
      expect([server.called, server.arrived[0]?.charCodeAt(0), server.arrived[0]?.includes("img.example")]).toEqual([
        [somewhere],
        0x16,
        true
      ])
    })

    it("is not given up for http where the host speaks no TLS", async () => {
      const server = await rig(saying(picture()))
      expect(said(await fetching("https://img.example/", over(server)))).toBe("It cannot be reached.")
      expect(server.heads).toEqual([])
    })

    it("is asked for where nothing else is allowed", async () => {
      const server = await rig(saying(picture()))
      expect(said(await fetching("http://img.example/", { network: server.network }))).toBe(
        "It must begin with https://. Send such a URL, or the medium itself as base64."
      )
    })
  })

  describe("an address that is not public is never called", () => {
    it.each([
      ["written in the URL", "http://127.0.0.1/"],
      ["written as one number", "http://2130706433/"],
      ["of version 6", "http://[::1]/"],
      ["mapped", "http://[::ffff:8.8.8.8]/"],
      ["of a cloud's metadata", "http://169.254.169.254/latest/meta-data/"]
    ])("%s", async (_, url) => {
      const server = await rig(saying(picture()))
      expect(said(await fetching(url, over(server)))).toBe("Its host is not public.")
      expect(server.called).toEqual([])
    })

    it.each([
      ["private", ["10.0.0.1"]],
      ["public and private", [somewhere, "10.0.0.1"]],
      ["public, and private of version 6", [somewhere, "fd00::1"]],
      ["none", []],
      ["too many", Array.from({ length: 100 }, (_, index) => `93.184.215.${index}`)]
    ])("where a name has addresses that are %s", async (_, addresses) => {
      const server = await rig(saying(picture()), { names: () => addresses })
      expect(said(await fetching("http://img.example/", over(server)))).toBe("Its host is not public.")
      expect(server.called).toEqual([])
    })

    it("where a name changes its answer between two calls", async () => {
      const server = await rig(saying(picture()), { names: (_, times) => [times % 2 === 1 ? somewhere : "127.0.0.1"] })
      const answers: Fetched[] = []
      for (let turn = 0; turn < 20; turn++) answers.push(await fetching("http://img.example/", over(server)))
      expect(answers.filter(({ media }) => media !== undefined)).toHaveLength(10)
      expect(new Set(server.called)).toEqual(new Set([somewhere]))
    })

    it("and a name is resolved once a call", async () => {
      const server = await rig(saying(picture()))
      await fetching("http://img.example/", over(server))
      expect(server.resolved).toEqual(["img.example"])
    })

    it("nor read from where a connection reached another host than was called", async () => {
      const server = await rig(saying(picture()), { remote: () => "127.0.0.1" })
      expect(said(await fetching("http://img.example/", over(server)))).toBe("Its host is not public.")
      expect(server.heads).toEqual([])
    })

    it("and such a connection is hung up at once", async () => {
      const server = await rig(saying(picture()), { remote: () => "127.0.0.1" })
      const made: Socket[] = []
      const connect: HostNetwork["connect"] = async (...to) => {
        const connection = await server.network.connect(...to)
        made.push(connection.socket)
        return connection
      }
      await fetching("http://img.example/", over({ ...server, network: { ...server.network, connect } }))
      expect(made.map(({ destroyed }) => destroyed)).toEqual([true])
    })

    it("and the answer does not say what was there", async () => {
      const server = await rig(saying(picture()), { names: () => ["10.1.2.3"] })
      const { error } = await fetching("http://img.example/", over(server))
      expect(error?.message).not.toContain("10.1.2.3")
    })
  })

  describe("a redirect", () => {
    const to = (location: string, status = 302): Buffer => answer(status, { location, "content-length": 0 })

    it.each([301, 302, 303, 307, 308])("with status %i is followed", async (status) => {
      const server = await rig(paths({ "/": to("/a.png", status), "/a.png": picture() }))
      expect((await fetching("http://img.example/", over(server))).media?.mime).toBe("image/png")
    })

    it.each([
      ["a private address", "http://10.0.0.1/", "Its host is not public."],
      ["metadata without a scheme", "//169.254.169.254/", "Its host is not public."],
      ["a user", "http://a:b@img.example/", "It must not contain a user name or a password."],
      ["a port", "http://img.example:6379/", "It must not contain a port."],
      ["a file", "file:///etc/passwd", "It must begin with http:// or https://."],
      ["gopher", "gopher://img.example/", "It must begin with http:// or https://."]
    ])("to %s is not followed", async (_, location, why) => {
      const server = await rig(paths({ "/": to(location) }))
      expect(said(await fetching("http://img.example/", over(server)))).toBe(why)
      expect(server.called).toHaveLength(1)
    })

    it("to a name is resolved and checked as the first URL was", async () => {
      const server = await rig(paths({ "/": to("http://inside.example/") }), {
        names: (name) => [name === "inside.example" ? "192.168.0.1" : somewhere]
      })
      expect(said(await fetching("http://img.example/", over(server)))).toBe("Its host is not public.")
    })

    it("is followed three times", async () => {
      const server = await rig(paths({ "/": to("/1"), "/1": to("/2"), "/2": to("/3"), "/3": picture() }))
      expect((await fetching("http://img.example/", over(server))).media?.mime).toBe("image/png")
    })

    it("is not followed a fourth time", async () => {
      const server = await rig(paths({ "/": to("/") }))
      expect(said(await fetching("http://img.example/", over(server)))).toBe("It redirects too many times.")
      expect(server.called).toHaveLength(4)
    })

    it.each([
      [
        "a status that redirects nothing",
        answer(201, { location: "/a.png", "content-length": 0 }),
        "It answered with status 201."
      ],
      [
        "a header that browsers obey",
        answer(200, { refresh: "0; url=/a.png", "content-length": 0 }),
        "It is not an image of a supported type."
      ],
      ["no place to go to", answer(302, { "content-length": 0 }), "It answered with status 302."]
    ])("is not seen in %s", async (_, bytes, why) => {
      const server = await rig(paths({ "/": bytes, "/a.png": picture() }))
      expect(said(await fetching("http://img.example/", over(server)))).toBe(why)
      expect(server.called).toHaveLength(1)
    })
  })

  describe("a body", () => {
    it("that says it is too large is not read", async () => {
      const server = await rig(saying(answer(200, { "content-type": "image/png", "content-length": 999 }, png)))
      const { error } = await fetching("http://img.example/", over(server, { bytes: 500 }))
      expect(error?.reason).toBe("PayloadTooLarge")
    })

    it("that never ends is left at the cap", async () => {
      const server = await rig((_, socket) => {
        socket.write(answer(200, { "content-type": "image/png" }, png))
        const pour = (): void => {
          while (socket.writable && socket.write(Buffer.alloc(16_384)));
        }
        socket.on("drain", pour)
        pour()
      })
      const { error } = await fetching("http://img.example/", over(server, { bytes: 100_000 }))
      expect(error?.reason).toBe("PayloadTooLarge")
    })

    it.each([
      ["as large as may be", 0, undefined],
      ["a byte larger", 1, "PayloadTooLarge"]
    ])("of no told length that is %s", async (_, more, reason) => {
      const body = Buffer.concat([png, Buffer.alloc(1000 - png.length + more)])
      const server = await rig(saying(answer(200, { "content-type": "image/png", connection: "close" }, body)))
      const { error, media } = await fetching("http://img.example/", over(server, { bytes: 1000 }))
      expect([error?.reason, media?.bytes.length]).toEqual([reason, reason === undefined ? 1000 : undefined])
    })

    it("that drips is left when the time is over", async () => {
      const server = await rig((_, socket) => {
        socket.write(answer(200, { "content-type": "image/png", "content-length": 1000 }))
        const timer = setInterval(() => socket.write("a"), 20)
        socket.on("close", () => clearInterval(timer))
      })
      expect(said(await fetching("http://img.example/", over(server, { total: 300 })))).toBe(
        "Its content did not arrive in time."
      )
    })

    it("that does not come is left when the time is over", async () => {
      const server = await rig(() => undefined)
      expect(said(await fetching("http://img.example/", over(server, { total: 200 })))).toBe(
        "Its content did not arrive in time."
      )
    })

    it("that is shorter than it says is not taken", async () => {
      const server = await rig(saying(answer(200, { "content-type": "image/png", "content-length": 999 }, png)))
      expect(said(await fetching("http://img.example/", over(server)))).toBe("It could not be fetched.")
    })

    it.each([
      ["a page", "text/html", "<html>"],
      ["a drawing of text", "image/svg+xml", "<svg/>"],
      ["an image by its name alone", "image/png", "<html>"],
      ["a sound", "audio/wav", "RIFF____WAVE"],
      ["nothing", "image/png", ""]
    ])("that holds %s is no image", async (_, type, body) => {
      const length = Buffer.from(body).length
      const server = await rig(saying(answer(200, { "content-type": type, "content-length": length }, body)))
      expect(said(await fetching("http://img.example/", over(server)))).toBe("It is not an image of a supported type.")
    })

    it("that is compressed is not taken, whatever it would grow to", async () => {
      const bomb = gzipSync(Buffer.alloc(5_000_000))
      const headers = { "content-type": "image/png", "content-encoding": "gzip", "content-length": bomb.length }
      const server = await rig(saying(answer(200, headers, bomb)))
      expect(said(await fetching("http://img.example/", over(server)))).toBe(
        "Its content is compressed, which is not supported."
      )
    })

    it.each([400, 401, 404, 500, 206, 204])("with status %i is not taken", async (status) => {
      const server = await rig(saying(answer(status, { "content-length": 0 })))
      expect(said(await fetching("http://img.example/", over(server)))).toBe(`It answered with status ${status}.`)
    })

    it("of another kind is taken where that is wanted", async () => {
      const body = "%PDF-1.7"
      const server = await rig(saying(answer(200, { "content-type": "application/pdf", "content-length": 8 }, body)))
      const { media } = await fetching("http://img.example/", over(server), { kinds: ["document"] })
      expect(media?.mime).toBe("application/pdf")
    })
  })

  describe("a name", () => {
    it("that nobody knows cannot be fetched", async () => {
      const server = await rig(saying(picture()), { names: () => Promise.reject(new Error("ENOTFOUND")) })
      expect(said(await fetching("http://img.example/", over(server)))).toBe("It could not be fetched.")
    })

    it("whose addresses do not come is left when the time is over", async () => {
      const server = await rig(saying(picture()), { names: () => new Promise(() => undefined) })
      expect(said(await fetching("http://img.example/", over(server, { total: 200 })))).toBe(
        "Its content did not arrive in time."
      )
    })
  })

  describe("many URLs", () => {
    it("are called a few at once", async () => {
      const held: Socket[] = []
      let came = 0
      let most = 0
      const server = await rig((_, socket) => {
        most = Math.max(most, held.push(socket))
        if (++came < 10 && held.length < 3) return
        setTimeout(() => held.splice(0).forEach((one) => one.end(picture())), 30)
      })
      const all = Effect.gen(function* () {
        const fetcher = yield* MediaFetcher
        const urls = Array.from({ length: 10 }, (_, index) => `http://img.example/${index}`)
        return yield* Effect.forEach(urls, (url) => get(fetcher)(url), { concurrency: "unbounded" })
      })
      const found = await Effect.runPromise(Effect.provide(all, layerNode(over(server, { atOnce: 4 }))))
      expect([found.length, most]).toEqual([10, 3])
    })

    it("of one account leave a place to another, whose own are called at once", async () => {
      const held: Socket[] = []
      const server = await rig((head, socket) => {
        if (head.includes("/another")) socket.end(picture())
        else held.push(socket)
      })
      const of = (account: string, url: string) =>
        Effect.provideService(
          Effect.flatMap(MediaFetcher, (fetcher) => get(fetcher)(url)),
          CallingTenant,
          account
        )
      const both = Effect.gen(function* () {
        const urls = Array.from({ length: 10 }, (_, index) => `http://img.example/flood/${index}`)
        const flood = Effect.forEach(urls, (url) => of("flood", url), { concurrency: "unbounded" })
        yield* Effect.forkChild(flood)
        yield* Effect.promise(() => expect.poll(() => held.length, patience).toBe(3))
        return yield* of("another", "http://img.example/another")
      })
      const found = await Effect.runPromise(Effect.provide(both, layerNode(over(server, { atOnce: 4 }))))
      expect([found.mime, held.length]).toEqual(["image/png", 3])
    })
  })

  describe("an error", () => {
    it("points at the member that holds the URL", async () => {
      const server = await rig(saying(picture()))
      const { error } = await fetching("http://10.0.0.1/", over(server), { at: "/image" })
      expect([error?.reason, error?.status, error?.details.pointer]).toEqual(["InvalidRequest", 400, "/image"])
    })
  })

  describe("a data URL", () => {
    const image = `data:image/png;base64,${png.toString("base64")}`

    it("gives what it holds, and calls nobody", async () => {
      const server = await rig(saying(picture()))
      const { media } = await fetching(image, over(server))
      expect([media?.mime, media?.bytes.length, server.called]).toEqual(["image/png", png.length, []])
    })

    it("is held to the same cap", async () => {
      const { error } = await fetching(image, { bytes: 20 })
      expect(error?.reason).toBe("PayloadTooLarge")
    })

    it.each([
      ["text", "data:text/plain,hello", "Its data is not valid base64."],
      ["letters that are none", "data:image/png;base64,@@@@", "Its data is not valid base64."],
      ["no comma", "data:image/png;base64", "Its data is not valid base64."],
      ["a page", "data:text/html;base64,PGh0bWw+", "It is not an image of a supported type."],
      ["an image by its name alone", "data:image/png;base64,PGh0bWw+", "It is not an image of a supported type."]
    ])("with %s is no image", async (_, url, why) => {
      expect(said(await fetching(url, {}))).toBe(why)
    })
  })
})
