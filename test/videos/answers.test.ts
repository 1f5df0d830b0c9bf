import { describe, expect, it } from "vitest"
import { arrivedIn } from "../sandbox/videos/looking.ts"
import { type Answered, closing, generations, type Rig, startRig } from "./rig.ts"
import { memberOf } from "./upstream.ts"

closing()

const veo = { model: "veo-3.1-generate-preview", prompt: "Waves" }
const sora = { model: "sora-2", prompt: "Waves" }
const seedance = { model: "doubao-seedance-1-0-pro", prompt: "Waves" }

const query = ({ get }: Rig, id: string): Promise<Answered> => get(`${generations}/${id}`)

/** The video that a `data:` URL holds. */
const inUrl = (url: unknown): Uint8Array => {
  const [, base64 = ""] = /^data:video\/mp4;base64,([A-Za-z0-9+/]+=*)$/.exec(String(url)) ?? []
  return new Uint8Array(Buffer.from(base64, "base64"))
}

/** What the vendor itself gives for a finished video of family R. */
const vendorsVideo = async ({ vendors }: Rig): Promise<Uint8Array> => {
  const path = vendors.polls.at(-1)?.path ?? ""
  const headers = { authorization: "Bearer key-of-the-operator" }
  const answer = await vendors.fetch(new Request(`http://vendors.test${path}/content`, { headers }))
  return new Uint8Array(await answer.arrayBuffer())
}

describe("a query", () => {
  it.each([
    ["V on the Gemini API", false, veo, "in_progress"],
    ["V on Vertex AI", true, veo, "in_progress"],
    ["R", false, sora, "in_progress"],
    ["Seedance", false, seedance, "in_progress"]
  ])("tells of a task of %s from its line to its end", async (_, vertex, body, between) => {
    const rig = await startRig({ vertex })
    const id = await rig.submitted(body)
    const told = async (): Promise<string> => (await query(rig, id)).text
    expect(await told()).toBe(`{"task_id":"${id}","status":"queued","format":"mp4"}`)
    await rig.clock.pass(4_000)
    expect(await told()).toMatch(
      new RegExp(`^\\{"task_id":"${id}","status":"${between}","format":"mp4"(,"progress":\\d+)?\\}$`)
    )
    await rig.clock.pass(16_000)
    const { status, headers, body: ended, text } = await query(rig, id)
    expect([status, headers.get("content-type"), headers.get("content-length")]).toEqual([
      200,
      "application/json",
      `${Buffer.byteLength(text)}`
    ])
    expect(ended).toEqual({ task_id: id, status: "succeeded", format: "mp4", url: expect.any(String) })
    expect(
      text.startsWith(`{"task_id":"${id}","status":"succeeded","format":"mp4","url":"data:video/mp4;base64,`)
    ).toBe(true)
    expect(JSON.stringify(arrivedIn(inUrl(memberOf(ended, "url"))))).toContain('"Waves"')
  })

  it("gives each of several videos, and the first of them as the url", async () => {
    const rig = await startRig({ vertex: true })
    const id = await rig.ended({ ...veo, sampleCount: 4 })
    const { body } = await query(rig, id)
    const videos = memberOf(body, "videos")
    expect(body).toEqual({
      task_id: id,
      status: "succeeded",
      format: "mp4",
      url: memberOf(Array.isArray(videos) ? videos[0] : undefined, "url"),
      videos: Array.from({ length: 4 }, () => ({ url: expect.stringMatching(/^data:video\/mp4;base64,/) }))
    })
    const each = await Promise.all([0, 1, 2, 3].map((index) => rig.get(`/v1/videos/${id}/content?index=${index}`)))
    expect(each.map(({ bytes }) => Buffer.from(bytes).toString("base64"))).toEqual(
      Array.isArray(videos) ? videos.map(({ url }) => Buffer.from(inUrl(url)).toString("base64")) : []
    )
  })

  it("says that filters withheld one of several, and gives the rest", async () => {
    const rig = await startRig({ vertex: true })
    const id = await rig.ended({ ...veo, model: `${veo.model}-filtered`, sampleCount: 2 })
    const answer = await query(rig, id)
    expect([answer.body, answer.headers.get("x-isogloss-notes")]).toEqual([
      {
        task_id: id,
        status: "succeeded",
        format: "mp4",
        error: {
          code: "content_filtered",
          message:
            "A video was withheld: the safety filters found in it what they do not let through. Nothing is charged."
        },
        url: expect.stringMatching(/^data:video\/mp4;base64,/)
      },
      "count=1; dropped /sampleCount video-task/withheld"
    ])
  })

  it.each([
    [veo, "failed", "internal", "Video generation failed due to an internal server issue."],
    [
      veo,
      "refuse",
      "invalid_argument",
      "The prompt could not be submitted. It may violate the vendor's usage guidelines."
    ],
    [
      veo,
      "filtered",
      "content_filtered",
      "A video was withheld: the safety filters found in it what they do not let through. Nothing is charged."
    ],
    [sora, "failed", "video_generation_failed", "The video could not be generated. Please try again."],
    [sora, "refuse", "moderation_blocked", "Your request was blocked by our moderation system."],
    [sora, "filtered", "moderation_blocked", "Your request was blocked by our moderation system."],
    [seedance, "failed", "InternalServiceError", "The service encountered an unexpected internal error."],
    [
      seedance,
      "refuse",
      "InputTextSensitiveContentDetected",
      "The request failed because the input text may contain sensitive information."
    ],
    [
      seedance,
      "filtered",
      "OutputVideoSensitiveContentDetected",
      "The request failed because the output video may contain sensitive information."
    ]
  ])("says why a task of $model came to nothing, of one that is %s", async (body, how, code, message) => {
    const rig = await startRig()
    const id = await rig.ended({ ...body, model: `${body.model}-${how}` })
    expect((await query(rig, id)).text).toBe(
      JSON.stringify({ task_id: id, status: "failed", format: "mp4", error: { code, message } })
    )
    const gone = await rig.get(`/v1/videos/${id}/content`)
    expect([gone.status, memberOf(gone.body, "error")]).toEqual([410, expect.objectContaining({ code })])
  })

  it("says how far a task is as its vendor does", async () => {
    const rig = await startRig()
    const id = await rig.submitted(sora)
    for (const [progress, hundred] of [
      [29, 29],
      [57, 57],
      [58, 58],
      [0, 0],
      [101, 100],
      [-3, 0]
    ] as const) {
      rig.vendors.instead = ({ method }) =>
        method === "GET" ? Response.json({ id: "v", status: "in_progress", progress }) : undefined
      await rig.clock.pass(61_000)
      expect((await query(rig, id)).body).toEqual({
        task_id: id,
        status: "in_progress",
        format: "mp4",
        progress: hundred
      })
      expect((await rig.get(`/v1/videos/${id}`)).body).toMatchObject({ status: "in_progress", progress: hundred })
    }
  })

  it("tells of a video that is not kept any more, and of none after seven days", async () => {
    const rig = await startRig()
    const id = await rig.ended(sora)
    expect((await query(rig, id)).body).toMatchObject({ status: "succeeded", url: expect.any(String) })
    await rig.clock.leap(24 * 3_600_000)
    expect((await query(rig, id)).text).toBe(
      JSON.stringify({
        task_id: id,
        status: "succeeded",
        format: "mp4",
        error: { code: "expired", message: "The video is no longer stored." }
      })
    )
    const gone = [`${generations}/download?id=${id}`, `/v1/videos/${id}/content`].map((path) => rig.get(path))
    for (const { status, body } of await Promise.all(gone)) {
      expect([status, memberOf(body, "error")]).toEqual([410, expect.objectContaining({ code: "expired" })])
    }
    expect((await rig.get(`/v1/videos/${id}`)).body).toMatchObject({
      status: "completed",
      error: { code: "expired" },
      expires_at: expect.any(Number)
    })
    await rig.clock.leap(6 * 24 * 3_600_000 + 60_000)
    await rig.clock.pass(60_000)
    expect((await query(rig, id)).status).toBe(404)
  })
})

describe("a download", () => {
  it("holds the video twice, and says its length", async () => {
    const rig = await startRig()
    const id = await rig.ended(sora)
    const video = await vendorsVideo(rig)
    const base64 = Buffer.from(video).toString("base64")
    const { status, headers, text } = await rig.get(`${generations}/download?id=${id}`)
    expect([status, headers.get("content-type")]).toEqual([200, "application/json"])
    expect(text).toBe(
      JSON.stringify({
        success: true,
        generation_id: id,
        task_id: id,
        format: "mp4",
        size: video.length,
        base64,
        data_url: `data:video/mp4;base64,${base64}`
      })
    )
  })

  it.each(["", "?id=", "?ID=x", "?task_id=x"])("wants an id, and not %j", async (search) => {
    const rig = await startRig()
    const { status, body } = await rig.get(`${generations}/download${search}`)
    expect([status, body]).toEqual([
      400,
      { error: expect.objectContaining({ param: "id", type: "invalid_request_error" }) }
    ])
  })

  it.each([veo, seedance])("is refused for a video of $model, finished or not", async (body) => {
    const rig = await startRig()
    const id = await rig.submitted(body)
    for (const pause of [0, 20_000]) {
      await rig.clock.pass(pause)
      const answer = await rig.get(`${generations}/download?id=${id}`)
      expect([answer.status, answer.body]).toEqual([400, { error: expect.objectContaining({ param: "id" }) }])
    }
  })

  it.each(["/v1/video/generations/download?id=", "/v1/videos/", "/v1/video/generations/"])(
    "is not there before its task has ended, nor are its bytes: %s",
    async (path) => {
      const rig = await startRig()
      const id = await rig.submitted(sora)
      const there = path.startsWith("/v1/videos") ? `${path}${id}/content` : `${path}${id}`
      for (const pause of [0, 4_000]) {
        await rig.clock.pass(pause)
        const { status, body } = await rig.get(there)
        if (path.endsWith("generations/")) expect([status, memberOf(body, "url")]).toEqual([200, undefined])
        else expect([status, body]).toEqual([409, { error: expect.objectContaining({ code: "task_not_finished" }) }])
      }
    }
  )
})

describe("a video of OpenAI's API", () => {
  it("is told of from its line to its end, and its bytes are the vendor's", async () => {
    const rig = await startRig()
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...sora, seconds: "8", size: "1280x720" })) form.set(name, value)
    const { status, body } = await rig.post("/v1/videos", { body: form })
    const id = String(memberOf(body, "id"))
    const created = Math.floor(rig.clock.now() / 1000)
    const queued = {
      id,
      object: "video",
      model: "sora-2",
      created_at: created,
      completed_at: null,
      expires_at: null,
      status: "queued",
      progress: 0,
      error: null,
      prompt: null,
      remixed_from_video_id: null,
      seconds: "8",
      size: "1280x720"
    }
    expect([status, body]).toEqual([200, queued])
    expect(rig.vendors.submits.map((call) => call.body)).toEqual([{ ...sora, seconds: "8", size: "1280x720" }])
    expect((await rig.get(`/v1/videos/${id}`)).body).toEqual(queued)
    await rig.clock.pass(20_000)
    const done = await rig.get(`/v1/videos/${id}`)
    const completed = memberOf(done.body, "completed_at")
    expect(done.body).toEqual({
      ...queued,
      status: "completed",
      progress: 100,
      completed_at: expect.any(Number),
      expires_at: Number(completed) + 86_400
    })
    const { status: there, headers, bytes } = await rig.get(`/v1/videos/${id}/content`)
    expect([there, headers.get("content-type"), headers.get("content-length")]).toEqual([
      200,
      "video/mp4",
      `${bytes.length}`
    ])
    expect(bytes).toEqual(await vendorsVideo(rig))
  })

  it("is taken from JSON, too, and of any family", async () => {
    const rig = await startRig()
    const { status, body } = await rig.post("/v1/videos", {
      body: { ...veo, aspectRatio: "9:16", resolution: "720p", durationSeconds: 6 }
    })
    expect([status, body]).toEqual([200, expect.objectContaining({ seconds: "6", size: "720x1280" })])
  })

  it("can be submitted at one path and queried at the other", async () => {
    const rig = await startRig()
    const there = await rig.ended(sora)
    expect((await rig.get(`/v1/videos/${there}`)).body).toMatchObject({ id: there, status: "completed" })
    const here = String(memberOf((await rig.post("/v1/videos", { body: sora })).body, "id"))
    expect((await query(rig, here)).body).toMatchObject({ task_id: here, status: "queued" })
  })

  it.each([
    ["index=1", "index"],
    ["index=-1", "index"],
    ["index=1.5", "index"],
    ["index=", "index"],
    ["index=0x0", "index"],
    ["index=99999999999", "index"],
    ["variant=thumbnail", "variant"],
    ["variant=", "variant"]
  ])("has no content where %s is asked for", async (search, param) => {
    const rig = await startRig()
    const id = await rig.ended(sora)
    const { status, body } = await rig.get(`/v1/videos/${id}/content?${search}`)
    expect([status, body]).toEqual([400, { error: expect.objectContaining({ param }) }])
  })
})
