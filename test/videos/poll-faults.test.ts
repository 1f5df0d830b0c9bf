import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { describe, expect, it } from "vitest"
import { layerMemory, MediaStore } from "../../src/media.ts"
import { GatewayError } from "../../src/core/errors/error.ts"
import { arrivedIn } from "../sandbox/videos/looking.ts"
import { closing, generations, type Rig, startRig } from "./rig.ts"
import { newMedia } from "./stores.ts"
import { isPoll, memberOf, type Received } from "./upstream.ts"

closing()

const sora = { model: "sora-2", prompt: "Waves" }

type Said = () => Response | Promise<Response>

/** A gateway whose vendor says these things to the polls of its one task, one after the other, and then the truth. */
const saying = async (...said: readonly Said[]): Promise<readonly [Rig, string]> => {
  const rig = await startRig()
  rig.vendors.instead = (received) => (isPoll(received) ? said[rig.vendors.polls.length - 1]?.() : undefined)
  return [rig, await rig.submitted(sora)]
}

const toldOf = async (rig: Rig, id: string): Promise<unknown> => {
  const { body } = await rig.get(`${generations}/${id}`)
  return [memberOf(body, "status"), memberOf(memberOf(body, "error"), "code")]
}

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Said =>
  () =>
    new Response(code === 204 ? null : "{}", { status: code, headers })

const running: Said = () => Response.json({ status: "in_progress" })

const broken: Said = () => {
  throw new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "ECONNRESET" }) })
}

const many = (count: number, said: Said): readonly Said[] => Array.from({ length: count }, () => said)

const succeeded = ["succeeded", undefined]

describe("a poll that comes to no answer", () => {
  it.each<readonly [string, Said]>([
    ...[400, 402, 404, 408, 409, 410, 418, 425, 429, 500, 502, 503, 504, 529].map(
      (code) => [`${code}`, status(code)] as const
    ),
    ["a redirect", status(302, { location: "http://elsewhere.test/" })],
    ["nothing", status(204)],
    ["no JSON", () => new Response("<html>")],
    ["half of it", () => new Response('{"status":"compl')],
    ["a list", () => Response.json([])],
    ["a text", () => Response.json("completed")],
    ["a broken connection", broken]
  ])("costs a poll and never the task: %s", async (_, said) => {
    const [rig, id] = await saying(said)
    await rig.clock.pass(3_500)
    expect([await toldOf(rig, id), rig.vendors.polls.length]).toEqual([["queued", undefined], 1])
    await rig.clock.pass(20_000)
    expect(await toldOf(rig, id)).toEqual(succeeded)
  })

  it("is not asked for again before the next poll", async () => {
    const [rig] = await saying(status(429), status(429))
    await rig.clock.pass(8_000)
    expect(rig.vendors.polls).toHaveLength(1)
  })

  it("in silence costs a minute", async () => {
    const [rig, id] = await saying(() => new Promise(() => undefined))
    await rig.clock.pass(100_000)
    expect(await toldOf(rig, id)).toEqual(succeeded)
  })

  it("ten times in a row ends the task", async () => {
    const [rig, id] = await saying(...many(10, status(500)))
    while (rig.vendors.polls.length < 9) await rig.clock.pass(1_000)
    expect(await toldOf(rig, id)).toEqual(["queued", undefined])
    await rig.clock.pass(100_000)
    expect([await toldOf(rig, id), rig.vendors.polls.length]).toEqual([["failed", "upstream_unreachable"], 10])
  })

  it("nine times in a row does not, again and again", async () => {
    const [rig, id] = await saying(...many(9, status(500)), running, ...many(9, broken), running)
    await rig.clock.pass(1_300_000)
    expect(await toldOf(rig, id)).toEqual(succeeded)
  }, 60_000)

  it("three times in a row because the task is not there ends it", async () => {
    const [rig, id] = await saying(...many(3, status(404)))
    await rig.clock.pass(60_000)
    expect([await toldOf(rig, id), rig.vendors.polls.length]).toEqual([["failed", "task_lost"], 3])
  })

  it("because the task is not there, and then is, does not end it", async () => {
    const [rig, id] = await saying(status(404), status(410), running, status(404), status(500), status(404))
    await rig.clock.pass(300_000)
    expect(await toldOf(rig, id)).toEqual(succeeded)
  })

  it.each([401, 403])(
    "because of the operator's key is the operator's, and no strike: %d",
    async (code) => {
      const [rig, id] = await saying(...many(45, status(code)))
      await rig.clock.pass(1_800_000)
      expect(rig.vendors.polls.length).toBeGreaterThan(20)
      expect(await toldOf(rig, id)).toEqual(["queued", undefined])
      expect(rig.logged.join("\n")).toMatch(/refuses the key/)
      expect(rig.logged.join("\n")).not.toContain("key-of-the-operator")
      await rig.clock.pass(1_200_000)
      expect(await toldOf(rig, id)).toEqual(succeeded)
    },
    60_000
  )

  it.each([
    [{ "retry-after": "300" }, 300_000],
    [{ "retry-after-ms": "120000" }, 120_000]
  ])("is followed by the next one when the vendor wants it: %j", async (headers, wait) => {
    const [rig] = await saying(status(429, headers))
    await rig.clock.pass(3_500)
    expect(rig.vendors.polls).toHaveLength(1)
    await rig.clock.pass(wait - 3_500)
    expect(rig.vendors.polls).toHaveLength(1)
    await rig.clock.pass(10_000)
    expect(rig.vendors.polls).toHaveLength(2)
  })
})

describe("a vendor whose tasks falter while they run", () => {
  it("is asked until they have ended", async () => {
    const rig = await startRig()
    const id = await rig.ended({ ...sora, model: "sora-2-error-mid" })
    expect(await toldOf(rig, id)).toEqual(succeeded)
  })
})

const isContent = ({ path }: Received): boolean => path.endsWith("/content")

describe("a video that was made and cannot be fetched", () => {
  it.each<readonly [string, Said]>([
    ["an error", status(500)],
    ["no such video", status(404)],
    ["a broken connection", broken],
    ["a redirect to nowhere", status(302)],
    ["a redirect to what is none", status(302, { location: "http://[" })],
    [
      "half of it",
      () => {
        let piece = 0
        return new Response(
          new ReadableStream<Uint8Array>({
            pull: (controller) => {
              piece += 1
              if (piece < 3) controller.enqueue(new Uint8Array(1_000))
              else controller.error(new TypeError("terminated"))
            }
          })
        )
      }
    ]
  ])("is fetched at the next poll, whole, and never made again: %s", async (_, said) => {
    const rig = await startRig()
    rig.vendors.instead = (received) =>
      isContent(received) && rig.vendors.calls.filter(isContent).length === 1 ? said() : undefined
    const id = await rig.submitted(sora)
    await rig.clock.pass(17_000)
    expect(await toldOf(rig, id)).toEqual(["in_progress", undefined])
    await rig.clock.pass(30_000)
    expect(await toldOf(rig, id)).toEqual(succeeded)
    const { bytes } = await rig.get(`/v1/videos/${id}/content`)
    expect(arrivedIn(bytes)).toMatchObject({ prompt: "Waves" })
    expect([rig.vendors.submits.length, rig.vendors.calls.filter(isContent).length]).toEqual([1, 2])
  })

  it("for long has a task that failed, which says so", async () => {
    const rig = await startRig()
    rig.vendors.instead = (received) => (isContent(received) ? new Response("{}", { status: 500 }) : undefined)
    const id = await rig.submitted(sora)
    await rig.clock.pass(1_200_000)
    expect(await toldOf(rig, id)).toEqual(["failed", "result_not_fetched"])
    expect(rig.vendors.submits).toHaveLength(1)
  })

  it("as it lies in a vendor's storage has a task that failed, at the first poll that tells so", async () => {
    const rig = await startRig({ vertex: true })
    const videos = [{ gcsUri: "gs://a-bucket/0.mp4", mimeType: "video/mp4" }]
    rig.vendors.instead = (received) =>
      received.path.endsWith(":fetchPredictOperation")
        ? Response.json({ name: "operations/1", done: true, response: { videos } })
        : undefined
    const id = await rig.submitted({ model: "veo-3.1-generate-preview", prompt: "Waves" })
    await rig.clock.pass(20_000)
    const { body, text } = await rig.get(`${generations}/${id}`)
    expect(body).toMatchObject({ status: "failed", error: { code: "result_out_of_reach" } })
    expect(text).not.toContain("a-bucket")
    expect(rig.vendors.calls.filter(({ path }) => path.endsWith(":fetchPredictOperation"))).toHaveLength(1)
  })

  it("as it is larger than any answer that is taken has a task that failed, and is not asked for again", async () => {
    const rig = await startRig({ vertex: true, limits: { reply: 10_000 } })
    const videos = [{ bytesBase64Encoded: "A".repeat(10_000), mimeType: "video/mp4" }]
    rig.vendors.instead = (received) =>
      received.path.endsWith(":fetchPredictOperation")
        ? Response.json({ name: "operations/1", done: true, response: { videos } })
        : undefined
    const id = await rig.submitted({ model: "veo-3.1-generate-preview", prompt: "Waves" })
    await rig.clock.pass(60_000)
    expect(await toldOf(rig, id)).toEqual(["failed", "result_too_large"])
    expect(rig.vendors.calls.filter(({ path }) => path.endsWith(":fetchPredictOperation"))).toHaveLength(1)
  })

  it("is fetched with the key from its vendor, and without it from where that leads", async () => {
    const rig = await startRig()
    const keys: (string | null)[] = []
    rig.vendors.instead = (received) => {
      if (isContent(received)) {
        keys.push(received.headers.get("authorization"))
        return new Response(null, { status: 302, headers: { location: "https://img.test/0.mp4" } })
      }
      return undefined
    }
    const id = await rig.ended(sora)
    expect([await toldOf(rig, id), keys]).toEqual([succeeded, ["Bearer key-of-the-operator"]])
    expect(rig.vendors.calls.filter(({ path }) => path.startsWith("/0"))).toEqual([])
  })
})

describe("a media store", () => {
  it("that is full of one video ends its task", async () => {
    const rig = await startRig({ media: layerMemory({ medium: 100 }) })
    const id = await rig.ended(sora)
    expect(await toldOf(rig, id)).toEqual(["failed", "result_too_large"])
  })

  it("that cannot be reached holds a task up, and a query is a 503, until it can be again", async () => {
    const down = () => Effect.fail(new GatewayError("Overloaded", "Media cannot be kept at the moment."))
    const inner = newMedia()
    const faults = { keep: true, find: false }
    const rig = await startRig({
      media: Layer.succeed(MediaStore)({
        keep: (bytes, about) =>
          Effect.suspend(() =>
            faults.keep ? Effect.andThen(Stream.runDrain(Stream.take(bytes, 1)), down()) : inner.keep(bytes, about)
          ),
        find: (ref) => Effect.suspend(() => (faults.find ? down() : inner.find(ref)))
      })
    })
    const id = await rig.ended(sora)
    expect(await toldOf(rig, id)).toEqual(["in_progress", undefined])
    faults.keep = false
    await rig.clock.pass(40_000)
    expect(await toldOf(rig, id)).toEqual(succeeded)
    faults.find = true
    for (const path of [`${generations}/${id}`, `${generations}/download?id=${id}`, `/v1/videos/${id}/content`]) {
      const answer = await rig.get(path)
      expect([path, answer.status, memberOf(memberOf(answer.body, "error"), "type")]).toEqual([
        path,
        503,
        "server_error"
      ])
    }
    faults.find = false
    expect(await toldOf(rig, id)).toEqual(succeeded)
    expect(rig.vendors.submits).toHaveLength(1)
  })

  it("that breaks off while it is read breaks the answer off, which never looks whole", async () => {
    const inner = newMedia()
    const cut = Stream.concat(Stream.make(new Uint8Array(10)), Stream.fail(new GatewayError("Overloaded", "It broke.")))
    const rig = await startRig({
      media: Layer.succeed(MediaStore)({
        ...inner,
        find: (ref) => Effect.map(inner.find(ref), (kept) => kept && { ...kept, read: () => cut })
      })
    })
    const id = await rig.ended(sora)
    for (const path of [`${generations}/${id}`, `${generations}/download?id=${id}`, `/v1/videos/${id}/content`]) {
      await expect(rig.get(path)).rejects.toThrow()
    }
  })
})

describe("the operator's line", () => {
  const about = { family: "sora", model: "sora-2" }
  const toVendor = { upstream: "sora", host: "vendors.test" }

  it.each<readonly [string, Said, object]>([
    ["a status", status(500), { ...toVendor, reason: "UpstreamFailed", status: 500 }],
    ["what is not understood", () => new Response("<html>"), { ...toVendor, reason: "UpstreamFailed" }],
    ["a broken connection", broken, { ...toVendor, reason: "ECONNRESET" }]
  ])("of a poll that failed says which task, whom it asked and why: %s", async (_, said, why) => {
    const [rig, id] = await saying(said)
    await rig.clock.pass(3_500)
    expect(rig.logged.map(linesOf)).toEqual([["A call to an upstream failed.", { task: id, ...about, ...why }]])
  })

  it("of a task that its vendor could not fulfil is one, without the vendor's words", async () => {
    const failed = { status: "failed", error: { code: "vendor-canary", message: "vendor-canary" } }
    const [rig, id] = await saying(() => Response.json(failed))
    await rig.clock.pass(3_500)
    expect(rig.logged.map(linesOf)).toEqual([["A task has failed at its upstream.", { task: id, ...about }]])
  })
})

const linesOf = (line: string): unknown => {
  const said: unknown = JSON.parse(line)
  return Array.isArray(said) ? [[said[0]].flat().join(" "), said[1]] : said
}
