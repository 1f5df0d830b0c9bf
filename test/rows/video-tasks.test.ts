import { describe, expect } from "vitest"
import { ann, bob, closing, generations, startRig } from "../videos/rig.ts"
import { memberOf } from "../videos/upstream.ts"
import { keeps } from "./promises.ts"

closing()

const veo = { model: "veo-3.1-generate-preview", prompt: "Waves" }
const sora = { model: "sora-2", prompt: "Waves", seconds: "4", size: "720x1280" }
const seedance = { model: "doubao-seedance-1-0-pro", prompt: "Waves" }

const idPattern = /^video_[\w-]{32}$/

describe("the submit of a video", () => {
  keeps("videos.submit.answer", "of every family", async () => {
    const rig = await startRig()
    for (const body of [veo, sora, seedance]) {
      const answer = await rig.post(generations, { body })
      expect([answer.status, answer.body]).toEqual([
        200,
        { task_id: expect.stringMatching(idPattern), status: "submitted", format: "mp4" }
      ])
    }
  })

  keeps("videos.submit.key", "and without one, or with the native header, it is a 401", async () => {
    const rig = await startRig()
    const refused = [
      await rig.post(generations, { body: sora, headers: { authorization: "" } }),
      await rig.post(`${generations}?key=${ann}`, { body: sora, headers: { authorization: "" } }),
      await rig.post(generations, { body: sora, key: "wrong" })
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401])
    expect(rig.vendors.calls).toEqual([])
  })

  keeps("videos.submit.error", "and names the member", async () => {
    const rig = await startRig()
    const { status, body } = await rig.post(generations, { body: { ...veo, aspectRatio: "1:1" } })
    expect([status, body]).toEqual([
      400,
      {
        error: {
          message: expect.stringContaining("16:9"),
          type: "invalid_request_error",
          param: "aspectRatio",
          code: null
        }
      }
    ])
  })

  keeps("videos.submit.model.unknown", "to every caller alike", async () => {
    const rig = await startRig()
    const { status, body } = await rig.post(generations, { body: { ...veo, model: "nobodys" } })
    expect([status, memberOf(memberOf(body, "error"), "code")]).toEqual([404, "model_not_found"])
  })

  keeps("videos.submit.replayed", "while it runs and after its end", async () => {
    const rig = await startRig()
    const submit = () => rig.post(generations, { body: sora, headers: { "idempotency-key": "k" } })
    const first = await submit()
    await rig.clock.pass(20_000)
    expect([(await submit()).text, rig.vendors.submits.length]).toEqual([first.text, 1])
  })
})

describe("the query of a video", () => {
  keeps("videos.query.states", "in this order", async () => {
    const rig = await startRig()
    const id = await rig.submitted(sora)
    const seen: unknown[] = []
    for (let second = 0; second < 20; second += 1) {
      const state = memberOf((await rig.get(`${generations}/${id}`)).body, "status")
      if (seen.at(-1) !== state) seen.push(state)
      await rig.clock.pass(1_000)
    }
    expect(seen).toEqual(["queued", "in_progress", "succeeded"])
  })

  keeps("videos.query.url", "and each of several", async () => {
    const rig = await startRig({ vertex: true })
    const one = await rig.get(`${generations}/${await rig.ended(veo)}`)
    const two = await rig.get(`${generations}/${await rig.ended({ ...veo, sampleCount: 2 })}`)
    const url = expect.stringMatching(/^data:video\/mp4;base64,AAAA/)
    expect(one.body).toEqual({ task_id: expect.any(String), status: "succeeded", format: "mp4", url })
    expect(two.body).toMatchObject({ url, videos: [{ url }, { url }] })
  })

  keeps("videos.query.failed", "with the vendor's own code", async () => {
    const rig = await startRig()
    const id = await rig.ended({ ...sora, model: "sora-2-failed" })
    expect((await rig.get(`${generations}/${id}`)).body).toEqual({
      task_id: id,
      status: "failed",
      format: "mp4",
      error: {
        code: "video_generation_failed",
        message: "The video could not be generated. Please try again."
      }
    })
  })

  keeps("videos.query.expired", "a day after it was made", async () => {
    const rig = await startRig()
    const id = await rig.ended(sora)
    await rig.clock.leap(24 * 3_600_000)
    expect((await rig.get(`${generations}/${id}`)).body).toEqual({
      task_id: id,
      status: "succeeded",
      format: "mp4",
      error: { code: "expired", message: expect.any(String) }
    })
  })

  keeps("videos.query.unknown", "and one of another account alike", async () => {
    const rig = await startRig()
    const id = await rig.submitted(sora)
    const [own, others, none] = await Promise.all([
      rig.get(`${generations}/${id}`),
      rig.get(`${generations}/${id}`, { key: bob }),
      rig.get(`${generations}/video_none`, { key: bob })
    ])
    expect([own.status, others.status, none.status, others.text]).toEqual([200, 404, 404, none.text])
  })
})

describe("the download of a video", () => {
  keeps("videos.download.result", "and its length is that of both forms", async () => {
    const rig = await startRig()
    const id = await rig.ended(sora)
    const { status, body } = await rig.get(`${generations}/download?id=${id}`)
    const base64 = String(memberOf(body, "base64"))
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        generation_id: id,
        task_id: id,
        format: "mp4",
        size: Buffer.from(base64, "base64").length,
        base64,
        data_url: `data:video/mp4;base64,${base64}`
      }
    ])
    expect(base64.startsWith("AAAA")).toBe(true)
  })

  keeps("videos.download.id", "and an empty one is none", async () => {
    const rig = await startRig()
    for (const search of ["", "?id="]) {
      const { status, body } = await rig.get(`${generations}/download${search}`)
      expect([status, memberOf(memberOf(body, "error"), "param")]).toEqual([400, "id"])
    }
  })

  keeps("videos.download.family", "finished or not", async () => {
    const rig = await startRig()
    for (const body of [veo, seedance]) {
      const id = await rig.ended(body)
      expect((await rig.get(`${generations}/download?id=${id}`)).status).toBe(400)
    }
  })

  keeps("videos.download.unfinished", "in its line and while it is made", async () => {
    const rig = await startRig()
    const id = await rig.submitted(sora)
    for (const pause of [0, 4_000]) {
      await rig.clock.pass(pause)
      expect((await rig.get(`${generations}/download?id=${id}`)).status).toBe(409)
    }
  })

  keeps("videos.download.gone", "one that failed, and one that has expired", async () => {
    const rig = await startRig()
    const failed = await rig.ended({ ...sora, model: "sora-2-failed" })
    const expired = await rig.ended(sora)
    await rig.clock.leap(24 * 3_600_000)
    for (const id of [failed, expired]) expect((await rig.get(`${generations}/download?id=${id}`)).status).toBe(410)
  })

  keeps("videos.download.unknown", "and one of another account alike", async () => {
    const rig = await startRig()
    const id = await rig.ended(sora)
    const [others, none] = await Promise.all([
      rig.get(`${generations}/download?id=${id}`, { key: bob }),
      rig.get(`${generations}/download?id=none`, { key: bob })
    ])
    expect([others.status, others.text]).toEqual([404, none.text])
  })
})
