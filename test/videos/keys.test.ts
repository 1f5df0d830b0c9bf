import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { TaskStore } from "../../src/tasks.ts"
import { closing, generations, type Rig, type RigOptions, startRig } from "./rig.ts"
import { newTasks } from "./stores.ts"
import { isSubmit, memberOf, vendorKey } from "./upstream.ts"

closing()

const sora = { model: "sora-2", prompt: "Waves" }

const statusOf = async (rig: Rig, id: string): Promise<unknown> =>
  memberOf((await rig.get(`${generations}/${id}`)).body, "status")

/** A task of a gateway that was, and one that is started anew on its tasks with another configuration. */
const restarted = async (then: RigOptions): Promise<readonly [Rig, string]> => {
  const tasks = Layer.succeed(TaskStore)(newTasks())
  const { clock, vendors, submitted } = await startRig({ tasks, polling: { polls: false } })
  const id = await submitted(sora)
  return [await startRig({ tasks, clock, vendors, ...then }), id]
}

const keysOf = ({ vendors }: Rig): readonly (string | null)[] =>
  vendors.calls.map(({ headers }) => headers.get("authorization")?.replace("Bearer ", "") ?? null)

describe("a key that was replaced", () => {
  it("is what its tasks are asked about with, and fetched with, and nothing new is sent with", async () => {
    const [rig, id] = await restarted({ family: { key: "a-newer-key", retired: ["another", vendorKey] } })
    rig.vendors.instead = (received) => (isSubmit(received) ? Response.json({ id: "video_new" }) : undefined)
    await rig.clock.pass(20_000)
    expect(await statusOf(rig, id)).toBe("succeeded")
    expect(keysOf(rig)).toEqual([vendorKey, vendorKey, vendorKey, vendorKey])
    await rig.submitted(sora)
    expect(keysOf(rig).at(-1)).toBe("a-newer-key")
  })

  it.each<readonly [string, RigOptions]>([
    ["its key", { family: { key: "a-newer-key" } }],
    ["its upstream", { family: { upstreamName: "elsewhere" } }]
  ])("and was lost leaves its tasks open, with a word to the operator: without %s", async (_, then) => {
    const [rig, id] = await restarted(then)
    await rig.clock.pass(1_800_000)
    expect([await statusOf(rig, id), keysOf(rig)]).toEqual(["queued", [vendorKey]])
    expect(rig.logged.join("\n")).toContain("with a key that is no longer configured")
    expect(rig.logged.join("\n")).not.toMatch(/key-of-the-operator|a-newer-key/)
  })

  it("and is had again brings its tasks to their end", async () => {
    const tasks = Layer.succeed(TaskStore)(newTasks())
    const first = await startRig({ tasks, polling: { polls: false } })
    const id = await first.submitted(sora)
    const { clock, vendors } = first
    const without = await startRig({ tasks, clock, vendors, family: { key: "a-newer-key" } })
    await clock.pass(1_200_000)
    await without.close()
    const rig = await startRig({ tasks, clock, vendors })
    await clock.pass(120_000)
    expect(await statusOf(rig, id)).toBe("succeeded")
  })
})

describe("a key that is made anew from time to time", () => {
  it("is that of now in each call", async () => {
    let made = 0
    const rig = await startRig({ family: { key: () => `token-${(made += 1)}` } })
    rig.vendors.instead = (received) => (isSubmit(received) ? Response.json({ id: "v" }) : new Response("{}"))
    await rig.submitted(sora)
    await rig.clock.pass(30_000)
    const keys = keysOf(rig)
    expect(keys.length).toBeGreaterThan(2)
    expect(keys[0]).toBe("token-1")
    expect(new Set(keys).size).toBe(keys.length)
  })

  it("still asks about the tasks of a gateway that was", async () => {
    const tasks = Layer.succeed(TaskStore)(newTasks())
    const key = (): string => vendorKey
    const first = await startRig({ tasks, polling: { polls: false }, family: { key } })
    const id = await first.submitted(sora)
    const { clock, vendors } = first
    const rig = await startRig({ tasks, clock, vendors, family: { key } })
    await clock.pass(20_000)
    expect(await statusOf(rig, id)).toBe("succeeded")
  })
})

describe("a task", () => {
  it("is asked about where it was sent, whatever routes say since", async () => {
    const [rig, id] = await restarted({ routes: [{ match: "sora-2", upstream: "seedance" }] })
    await rig.clock.pass(20_000)
    expect(await statusOf(rig, id)).toBe("succeeded")
    expect(rig.vendors.polls.map(({ path }) => path.replace(/video_\w+/, "ID"))).toEqual([
      "/v1/videos/ID",
      "/v1/videos/ID"
    ])
  })
})
