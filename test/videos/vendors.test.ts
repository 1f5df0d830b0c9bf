import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import OpenAI from "openai"
import { expect, it } from "vitest"
import { layerMemory, MediaStore } from "../../src/media.ts"
import { GatewayError } from "../../src/core/errors/error.ts"
import { ann, closing, generations, type Rig, startRig } from "./rig.ts"
import { isPoll, memberOf, type Received } from "./upstream.ts"

closing()

const sora = { model: "sora-2", prompt: "Waves" }

const hour = 3_600_000

const statusOf = async ({ get }: Rig, id: string): Promise<unknown> =>
  memberOf((await get(`${generations}/${id}`)).body, "status")

const isContent = ({ path }: Received): boolean => path.endsWith("/content")

it("lets no SDK submit again what may have run", async () => {
  const rig = await startRig()
  rig.vendors.instead = () => new Response("it was taken", { headers: { "content-type": "text/plain" } })
  const client = new OpenAI({ apiKey: ann, baseURL: `${rig.url}/v1`, maxRetries: 1 })
  await expect(client.videos.create({ model: "sora-2", prompt: "Waves" })).rejects.toThrow("502")
  expect(rig.vendors.submits).toHaveLength(1)
})

it("names the model that was sent, and not its alias", async () => {
  const rig = await startRig({ routes: [{ match: "cinema", upstream: "sora", model: "sora-2" }] })
  const { body } = await rig.post("/v1/videos", { body: { ...sora, model: "cinema" } })
  expect(memberOf(body, "model")).toBe("sora-2")
})

it.each([
  ["a page", () => new Response("<!doctype html><title>Quota exceeded</title>")],
  ["nothing", () => new Response(new Uint8Array(0), { headers: { "content-type": "video/mp4" } })],
  ["the beginning of one", () => new Response(new Uint8Array(7), { headers: { "content-type": "video/mp4" } })]
])("takes %s for no video, and comes again", async (_, answer) => {
  const rig = await startRig()
  rig.vendors.instead = (received) => (isContent(received) ? answer() : undefined)
  const id = await rig.submitted(sora)
  await rig.clock.pass(60_000)
  expect(rig.vendors.calls.filter(isContent).length).toBeGreaterThan(1)
  expect(await statusOf(rig, id)).toBe("in_progress")
  rig.vendors.instead = () => undefined
  await rig.clock.pass(120_000)
  expect(await statusOf(rig, id)).toBe("succeeded")
})

it("asks no sooner than a vendor wants whose task is not done", async () => {
  const rig = await startRig()
  const headers = { "retry-after": "600" }
  rig.vendors.instead = (received) =>
    isPoll(received) ? Response.json({ id: "video_1", status: "in_progress" }, { headers }) : undefined
  await rig.submitted(sora)
  await rig.clock.pass(590_000)
  expect(rig.vendors.polls).toHaveLength(1)
  await rig.clock.pass(20_000)
  expect(rig.vendors.polls).toHaveLength(2)
})

/** A store that nobody reaches before it is mended. */
const outOfReach = () => {
  let isMended = false
  const layer = Layer.effect(MediaStore)(
    Effect.map(MediaStore, (store) => ({
      find: store.find,
      keep: (...medium) =>
        Effect.suspend(() => (isMended ? store.keep(...medium) : Effect.fail(new GatewayError("Overloaded", "Away."))))
    }))
  ).pipe(Layer.provide(layerMemory()))
  return { layer, mend: () => (isMended = true) }
}

it("waits with a finished video for a media store that is away", async () => {
  const { layer, mend } = outOfReach()
  const rig = await startRig({ media: layer })
  const id = await rig.submitted(sora)
  await rig.clock.pass(hour / 2)
  expect(rig.vendors.polls.length).toBeGreaterThan(15)
  expect(await statusOf(rig, id)).toBe("in_progress")
  mend()
  await rig.clock.pass(120_000)
  expect(await statusOf(rig, id)).toBe("succeeded")
})

it("points at a model that is missing", async () => {
  const rig = await startRig()
  const { body } = await rig.post(generations, { body: { prompt: "Waves" } })
  expect(memberOf(memberOf(body, "error"), "param")).toBe("model")
})
