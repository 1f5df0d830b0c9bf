import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { closing, generations, startRig } from "./rig.ts"
import { newTasks } from "./stores.ts"
import { TaskStore } from "../../src/tasks.ts"

closing()

const sora = { model: "sora-2", prompt: "Waves" }

describe("clients who ask how far a video is", () => {
  it("call no vendor, however often they ask", async () => {
    const rig = await startRig()
    const id = await rig.submitted(sora)
    const paths = [
      `${generations}/${id}`,
      `/v1/videos/${id}`,
      `/v1/videos/${id}/content`,
      `${generations}/download?id=${id}`
    ]
    const calls = async (): Promise<readonly string[]> => {
      for (let round = 0; round < 25; round += 1) await Promise.all(paths.map((path) => rig.get(path)))
      return rig.vendors.calls.map(({ method, path }) => `${method} ${path.replace(/video_\w+/, "ID")}`)
    }
    const submit = "POST /v1/videos"
    const poll = "GET /v1/videos/ID"
    expect(await calls()).toEqual([submit])
    await rig.clock.pass(2_000 + 500 + 1_000)
    expect(await calls()).toEqual([submit, poll])
    for (const second of [1, 2, 3]) {
      await rig.clock.pass(1_000)
      expect([second, await calls()]).toEqual([second, [submit, poll]])
    }
    await rig.clock.pass(12_500)
    const ended = [submit, poll, poll, "GET /v1/videos/ID/content"]
    expect(await calls()).toEqual(ended)
    for (const hours of [0, 1, 2, 3]) {
      await rig.clock.leap(hours * 3_600_000)
      expect(await calls()).toEqual(ended)
    }
  }, 60_000)

  it("are told the same by a gateway that asks no vendor itself", async () => {
    const rig = await startRig({ polling: { polls: false } })
    const id = await rig.submitted(sora)
    await rig.clock.pass(60_000)
    expect([(await rig.get(`${generations}/${id}`)).body, rig.vendors.polls]).toEqual([
      { task_id: id, status: "queued", format: "mp4" },
      []
    ])
  })
})

describe("the vendor", () => {
  it("is first asked after two seconds, and then after ten and more, each time later", async () => {
    const rig = await startRig()
    rig.vendors.instead = ({ method }) => (method === "GET" ? Response.json({ status: "in_progress" }) : undefined)
    const began = rig.clock.now()
    await rig.submitted(sora)
    const times: number[] = []
    while (times.length < 6) {
      const before = rig.vendors.polls.length
      await rig.clock.pass(500)
      if (rig.vendors.polls.length > before) times.push(rig.clock.now() - began)
    }
    const gaps = times.map((time, index) => time - (times[index - 1] ?? 0))
    const least = [2, 10, 15, 22.5, 33.75, 48]
    for (const [index, gap] of gaps.entries()) {
      const base = 1_000 * (least[index] ?? 0)
      expect(gap).toBeGreaterThanOrEqual(base - 500)
      expect(gap).toBeLessThanOrEqual(base * 1.25 + 2_000)
    }
  })

  it("is asked once a round by two gateways on one store", async () => {
    const tasks = Layer.succeed(TaskStore)(newTasks())
    const first = await startRig({ tasks })
    const second = await startRig({ tasks, clock: first.clock, vendors: first.vendors })
    const id = await first.submitted(sora)
    await first.clock.pass(3_500)
    expect(first.vendors.polls).toHaveLength(1)
    expect((await second.get(`${generations}/${id}`)).body).toMatchObject({ status: "in_progress" })
  })

  it("is given up after an hour, in which it never came to an end", async () => {
    const rig = await startRig()
    rig.vendors.instead = ({ method }) => (method === "GET" ? Response.json({ status: "dreaming" }) : undefined)
    const id = await rig.submitted(sora)
    await rig.clock.pass(3_590_000)
    expect((await rig.get(`${generations}/${id}`)).body).toMatchObject({ status: "in_progress" })
    await rig.clock.pass(20_000)
    expect((await rig.get(`${generations}/${id}`)).body).toEqual({
      task_id: id,
      status: "failed",
      format: "mp4",
      error: { code: "deadline_exceeded", message: expect.any(String) }
    })
    const polls = rig.vendors.polls.length
    await rig.clock.pass(120_000)
    expect(rig.vendors.polls).toHaveLength(polls)
  }, 60_000)
})
