import { afterAll, describe, expect } from "vitest"
import { labPath, startRig } from "../lab/rig.ts"
import { keeps } from "./promises.ts"

const rig = await startRig()
afterAll(() => rig.close())

const path = labPath("gatewayVideoCompletions")

const seedance = "doubao-seedance-1-0-pro"
const veo = "veo-3.1-generate-preview"
const sora = "sora-2"

/** The four that every body must say. */
const four = { model: seedance, prompt: "Waves", duration: "5", aspect_ratio: "16:9" }

const submitted = { code: 200, msg: "success", data: { task_id: expect.stringMatching(/^video_/) } }

const error = (code: number, msg: unknown = expect.any(String)) => ({ code, msg, data: null })

describe("POST …/gatewayVideoCompletions", () => {
  for (const name of Object.keys(four)) {
    keeps("lab.video.required", name, async () => {
      const body = Object.fromEntries(Object.entries(four).filter(([key]) => key !== name))
      const answered = await rig.send({ path, body })
      expect([answered.status, answered.body, answered.calls]).toEqual([
        400,
        error(400, `/${name}: \`${name}\` is required.`),
        []
      ])
    })
  }

  for (const seconds of ["3", "5", "8", "10", "12"]) {
    keeps("lab.video.duration", `"${seconds}"`, async () => {
      const { status, body, calls, notes } = await rig.send({ path, body: { ...four, duration: seconds } })
      expect([status, body, notes]).toEqual([200, submitted, []])
      expect(calls).toMatchObject([{ body: { duration: Number(seconds) } }])
    })
    keeps("lab.video.duration", seconds, async () => {
      const { status, calls, notes } = await rig.send({ path, body: { ...four, duration: Number(seconds) } })
      expect([status, notes]).toEqual([200, ["approximated /duration"]])
      expect(calls).toMatchObject([{ body: { duration: Number(seconds) } }])
    })
  }

  for (const duration of ["4", 4, "05", "5.0", " 5", 5.5, "", true, null, ["5"], -5]) {
    keeps("lab.video.duration", `${JSON.stringify(duration)} is none`, async () => {
      const { status, body, calls } = await rig.send({ path, body: { ...four, duration } })
      expect([status, body, calls]).toEqual([
        400,
        error(400, "/duration: `duration` must be one of 3, 5, 8, 10, 12."),
        []
      ])
    })
  }

  for (const [model, duration, family] of [
    [veo, "3", "veo"],
    [veo, "5", "veo"],
    [veo, "10", "veo"],
    [veo, 12, "veo"],
    [sora, "3", "sora"],
    [sora, "5", "sora"],
    [sora, "10", "sora"],
    ["doubao-seedance-1-5-pro-251215", "3", "seedance"]
  ] as const) {
    keeps("lab.video.family", `${duration} of ${model}`, async () => {
      const { status, body, calls } = await rig.send({ path, body: { ...four, model, duration } })
      const msg = expect.stringMatching(new RegExp(`^/duration: The family \`${family}\` `))
      expect([status, body, calls]).toEqual([400, error(400, msg), []])
    })
  }

  for (const [when, more, sent] of [
    [
      "Seedance",
      { resolution: "720p" },
      { content: [{ type: "text", text: "Waves" }], duration: 5, ratio: "16:9", resolution: "720p" }
    ],
    [
      "V",
      { model: veo, duration: "8", aspect_ratio: "9:16", resolution: "1080p" },
      {
        instances: [{ prompt: "Waves" }],
        parameters: { durationSeconds: 8, aspectRatio: "9:16", resolution: "1080p" }
      }
    ],
    ["R, across", { model: sora, duration: "12" }, { prompt: "Waves", seconds: "12", size: "1280x720" }],
    ["R, upright", { model: sora, duration: "8", aspect_ratio: "9:16" }, { seconds: "8", size: "720x1280" }]
  ] as const) {
    keeps("lab.video.sent", when, async () => {
      const { status, calls } = await rig.send({ path, body: { ...four, ...more } })
      expect([status, calls]).toMatchObject([200, [{ body: sent }]])
    })
  }

  for (const [name, value] of [
    ["model", 1],
    ["model", ""],
    ["prompt", 1],
    ["prompt", ""],
    ["aspect_ratio", 1],
    ["aspect_ratio", "2:7"],
    ["resolution", 720],
    ["resolution", "721p"],
    ["return_url", "false"],
    ["return_url", null],
    ["req_key", 1]
  ] as const) {
    keeps("lab.video.types", `${name} ${JSON.stringify(value)}`, async () => {
      const { status, body, calls } = await rig.send({ path, body: { ...four, [name]: value } })
      expect([status, body, calls]).toEqual([400, error(400, expect.stringContaining(`/${name}: `)), []])
    })
  }

  for (const [name, value] of [
    ["aspect_ratio", "wide"],
    ["aspect_ratio", "16:9.5"],
    ["aspect_ratio", "4:3"],
    ["resolution", "4k"],
    ["resolution", "1080p"]
  ] as const) {
    keeps("lab.video.types", `${name} ${JSON.stringify(value)}, of a model that is asked for a size`, async () => {
      const { status, body, calls } = await rig.send({
        path,
        body: { ...four, model: sora, duration: "8", [name]: value }
      })
      expect([status, body, calls]).toEqual([400, error(400, expect.stringContaining(`/${name}: `)), []])
    })
  }

  keeps("lab.video.key", "and changes nothing", async () => {
    const { status, calls, notes } = await rig.send({ path, body: { ...four, req_key: "k" } })
    expect([status, notes]).toEqual([200, ["dropped /req_key"]])
    expect(JSON.stringify(calls)).not.toContain("req_key")
  })

  for (const [when, more, told] of [
    ["absent", {}, true],
    ["true", { return_url: true }, true],
    ["false", { return_url: false }, false]
  ] as const) {
    keeps("lab.video.link", when, async () => {
      const { body } = await rig.send({ path, body: { ...four, model: sora, duration: "8", ...more } })
      const task = await rig.finish((body as typeof submitted).data.task_id)
      const { status, body: shown } = await rig.send({ method: "GET", path: `/v1/video/generations/${task}` })
      expect([status, shown]).toMatchObject([200, { status: "succeeded", format: "mp4" }])
      expect(Object.hasOwn(shown as object, "url")).toBe(told)
    })
  }
})
