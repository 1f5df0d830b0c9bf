import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { MediaStore } from "../../src/media.ts"
import { closing, generations, type Rig, startRig } from "./rig.ts"
import { newMedia } from "./stores.ts"
import { memberOf } from "./upstream.ts"

closing()

const veo = { model: "veo-3.1-generate-preview", prompt: "Waves" }
const sora = { model: "sora-2", prompt: "Waves" }

/** A gateway whose operator publishes links: the first video's ends in 0. */
const publishing = (vertex = false): Promise<Rig> => {
  const inner = newMedia()
  const refs: string[] = []
  return startRig({
    vertex,
    media: Layer.succeed(MediaStore)({
      keep: (bytes, about) => Effect.tap(inner.keep(bytes, about), (ref) => Effect.sync(() => void refs.push(ref))),
      find: (ref) =>
        Effect.map(inner.find(ref), (kept) => kept && { ...kept, link: `https://media.test/"${refs.indexOf(ref)}"` })
    })
  })
}

describe("where videos are published", () => {
  it("the url of a query is a link, and so is that of each of several", async () => {
    const rig = await publishing(true)
    const id = await rig.ended({ ...veo, sampleCount: 3 })
    expect((await rig.get(`${generations}/${id}`)).body).toEqual({
      task_id: id,
      status: "succeeded",
      format: "mp4",
      url: 'https://media.test/"0"',
      videos: [0, 1, 2].map((index) => ({ url: `https://media.test/"${index}"` }))
    })
  })

  it("a download holds the video nevertheless", async () => {
    const rig = await publishing()
    const id = await rig.ended(sora)
    const { body } = await rig.get(`${generations}/download?id=${id}`)
    expect([memberOf(body, "data_url"), memberOf(body, "url")]).toEqual([
      expect.stringMatching(/^data:video\/mp4;base64,AAAA/),
      undefined
    ])
  })
})

describe("the content of a video", () => {
  it.each([
    ["bytes=0-9", 206, 0, 10],
    ["bytes=10-", 206, 10, undefined],
    ["bytes=-5", 206, -5, undefined]
  ])("is given in part where %s is asked for", async (range, status, from, to) => {
    const rig = await startRig()
    const id = await rig.ended(sora)
    const whole = (await rig.get(`/v1/videos/${id}/content`)).bytes
    const part = await rig.get(`/v1/videos/${id}/content`, { headers: { range } })
    expect([part.status, Buffer.from(part.bytes)]).toEqual([status, Buffer.from(whole.slice(from, to))])
    expect(part.headers.get("content-range")).toMatch(new RegExp(`^bytes \\d+-\\d+/${whole.length}$`))
  })

  it("is not there beyond its end", async () => {
    const rig = await startRig()
    const id = await rig.ended(sora)
    const { status, headers } = await rig.get(`/v1/videos/${id}/content`, { headers: { range: "bytes=99999999-" } })
    expect([status, headers.get("content-range")]).toEqual([416, expect.stringMatching(/^bytes \*\/\d+$/)])
  })

  it("is the same whole video, however many clients read parts of it at once", async () => {
    const rig = await startRig()
    const id = await rig.ended(sora)
    const whole = (await rig.get(`/v1/videos/${id}/content`)).bytes
    const step = Math.ceil(whole.length / 20)
    const parts = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        rig.get(`/v1/videos/${id}/content`, { headers: { range: `bytes=${index * step}-${(index + 1) * step - 1}` } })
      )
    )
    expect(Buffer.concat(parts.map(({ bytes }) => bytes))).toEqual(Buffer.from(whole))
  })
})
