import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { TaskStore } from "../../src/tasks.ts"
import { SupersededTask } from "../../src/tasks/store.ts"
import { type Fault, FaultyTasks, type Operation } from "./faulty.ts"
import { type Answered, closing, generations, type Rig, startRig } from "./rig.ts"
import { memberOf } from "./upstream.ts"
import { patience } from "../setup/patience.ts"

closing()

const sora = { model: "sora-2", prompt: "Waves" }
const claim = { headers: { "idempotency-key": "k" } }

const faulty = async (): Promise<readonly [Rig, FaultyTasks]> => {
  const tasks = new FaultyTasks()
  return [await startRig({ tasks: Layer.succeed(TaskStore)(tasks.service) }), tasks]
}

const submit = ({ post }: Rig): Promise<Answered> => post(generations, { ...claim, body: sora })

const unavailable = [
  503,
  { error: { type: "server_error", code: "task_store_unavailable", param: null, message: expect.any(String) } }
]

const toldOf = async (rig: Rig, answer: Answered): Promise<unknown> => {
  const { body } = await rig.get(`${generations}/${String(memberOf(answer.body, "task_id"))}`)
  return [memberOf(body, "status"), memberOf(memberOf(body, "error"), "code")]
}

describe("a task store that fails before the vendor is called", () => {
  const before: readonly (readonly [Operation, Fault])[] = [
    ["claimed", "lost"],
    ["claimed", "untold"],
    ["create", "lost"],
    ["create", "untold"],
    ["submitting", "lost"],
    ["submitting", "untold"]
  ]

  it.each(before)("is a 503, and the same key submits once it works again: %s is %s", async (operation, fault) => {
    const [rig, tasks] = await faulty()
    tasks.faults.set(operation, fault)
    const { status, body, headers } = await submit(rig)
    expect([status, body]).toEqual(unavailable)
    expect([rig.vendors.calls, Number(headers.get("retry-after"))]).toEqual([[], expect.any(Number)])
    tasks.faults.clear()
    const all = await Promise.all(Array.from({ length: 20 }, () => submit(rig)))
    await rig.clock.pass(20_000)
    expect(new Set(all.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    const [again = await submit(rig)] = all
    expect([again.status, await toldOf(rig, again)]).toEqual([200, ["succeeded", undefined]])
    expect(rig.vendors.submits).toHaveLength(1)
  })

  it.each<readonly [Operation, Fault, unknown, number]>([
    ["create", "lost", ["succeeded", undefined], 1],
    ["create", "untold", ["succeeded", undefined], 1],
    ["submitting", "lost", ["succeeded", undefined], 1],
    ["submitting", "untold", ["failed", "submit_unknown"], 0]
  ])("and goes on to fail frees the key of what was not sent: %s is %s", async (operation, fault, end, submits) => {
    const [rig, tasks] = await faulty()
    tasks.faults.set(operation, fault)
    tasks.faults.set("failed", "lost")
    expect((await submit(rig)).status).toBe(503)
    tasks.faults.clear()
    await rig.clock.pass(300_000)
    const again = await submit(rig)
    await rig.clock.pass(20_000)
    expect([again.status, await toldOf(rig, again)]).toEqual([200, end])
    expect(rig.vendors.submits).toHaveLength(submits)
  })
})

describe("a task that another took before it was sent", () => {
  it("may have run: its client is told not to try again, and no vendor is called", async () => {
    const { service } = new FaultyTasks()
    const save: typeof service.save = (task) =>
      task.state === "submitting" ? Effect.fail(new SupersededTask({ id: task.id })) : service.save(task)
    const rig = await startRig({ tasks: Layer.succeed(TaskStore)({ ...service, save }) })
    const { status, headers } = await submit(rig)
    expect([status, headers.get("x-should-retry"), rig.vendors.calls]).toEqual([504, "false", []])
  })
})

describe("a task store that fails once the vendor was called", () => {
  it.each<Fault>(["lost", "untold"])("for a while, is waited for: it is %s", async (fault) => {
    const [rig, tasks] = await faulty()
    tasks.faults.set("submitted", fault)
    const pending = submit(rig)
    await expect.poll(() => rig.vendors.submits.length, patience).toBe(1)
    await rig.clock.pass(3_000)
    tasks.faults.clear()
    const answer = await rig.clock.until(pending)
    expect([answer.status, memberOf(answer.body, "status")]).toEqual([200, "submitted"])
    await rig.clock.pass(20_000)
    expect(await toldOf(rig, answer)).toEqual(["succeeded", undefined])
    expect(rig.vendors.submits).toHaveLength(1)
  })

  it("for long, is a 503 to a task that may have run and is not sent again", async () => {
    const [rig, tasks] = await faulty()
    tasks.faults.set("submitted", "lost")
    const pending = submit(rig)
    await expect.poll(() => rig.vendors.submits.length, patience).toBe(1)
    const answer = await rig.clock.until(pending)
    expect([answer.status, answer.body]).toEqual(unavailable)
    expect(answer.headers.get("x-should-retry")).toBe("false")
    tasks.faults.clear()
    await rig.clock.pass(300_000)
    expect(await toldOf(rig, await submit(rig))).toEqual(["failed", "submit_unknown"])
    expect(rig.vendors.submits).toHaveLength(1)
  })

  it("loses the end of no task", async () => {
    const [rig, tasks] = await faulty()
    const answer = await submit(rig)
    for (const operation of ["running", "succeeded", "take"] as const) {
      tasks.faults.set(operation, "lost")
      await rig.clock.pass(30_000)
      tasks.faults.clear()
      await rig.clock.pass(5_000)
    }
    await rig.clock.pass(120_000)
    expect(await toldOf(rig, answer)).toEqual(["succeeded", undefined])
    expect(rig.vendors.submits).toHaveLength(1)
  })
})

describe("a task store that cannot be read", () => {
  it("is a 503, and answers by itself once it can be", async () => {
    const [rig, tasks] = await faulty()
    const answer = await submit(rig)
    const id = String(memberOf(answer.body, "task_id"))
    tasks.faults.set("get", "lost")
    for (const path of [
      `${generations}/${id}`,
      `${generations}/download?id=${id}`,
      `/v1/videos/${id}`,
      `/v1/videos/${id}/content`
    ]) {
      const told = await rig.get(path)
      expect([told.status, told.body]).toEqual(unavailable)
    }
    tasks.faults.clear()
    expect(await toldOf(rig, answer)).toEqual(["queued", undefined])
  })
})

describe("a gateway that ends while a video is submitted", () => {
  it("leaves its task to the next one, which does not send it again", async () => {
    const tasks = new FaultyTasks()
    const layer = Layer.succeed(TaskStore)(tasks.service)
    const first = await startRig({ tasks: layer, policy: { grace: 0 } })
    first.vendors.instead = () => new Promise(() => undefined)
    const pending = submit(first)
    await expect.poll(() => first.vendors.submits.length, patience).toBe(1)
    const closed = first.close()
    await first.clock.pass(5_000)
    await Promise.allSettled([closed, pending])
    const { clock, vendors } = first
    const second = await startRig({ tasks: layer, clock, vendors })
    await clock.pass(300_000)
    expect(await toldOf(second, await submit(second))).toEqual(["failed", "submit_unknown"])
    expect(vendors.submits).toHaveLength(1)
  })
})
