import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import type { ClientKey } from "../../src/credentials/credentials.ts"
import { TaskStore } from "../../src/tasks.ts"
import { ann, type Answered, bob, closing, generations, startRig } from "./rig.ts"
import { newTasks } from "./stores.ts"

closing()

const sora = { model: "sora-2", prompt: "Waves" }

/** All of an answer, but for what no two answers share. */
const said = ({ status, headers, text }: Answered): unknown => ({
  status,
  text,
  headers: [...headers].filter(([name]) => name !== "date" && name !== "x-request-id" && name !== "request-id")
})

const paths: readonly (readonly [string, (id: string) => string])[] = [
  ["a query", (id) => `${generations}/${id}`],
  ["a download", (id) => `${generations}/download?id=${id}`],
  ["a video of OpenAI's API", (id) => `/v1/videos/${id}`],
  ["its content", (id) => `/v1/videos/${id}/content`],
  ["its content, the second", (id) => `/v1/videos/${id}/content?index=1`]
]

describe("another account's task", () => {
  it("is unknown to a key that took the place of its owner's in the list", async () => {
    const tasks = Layer.succeed(TaskStore)(newTasks())
    const before = await startRig({ tasks, keys: [ann, bob] })
    const id = await before.submitted(sora)
    const after = await startRig({ tasks, keys: [bob, ann] })
    expect((await after.get(`${generations}/${id}`, { key: bob })).status).toBe(404)
    expect((await after.get(`${generations}/${id}`, { key: ann })).status).toBe(200)
  })

  it.each(paths)("is as unknown as one that never was, to %s", async (_, pathOf) => {
    const rig = await startRig()
    const id = await rig.submitted(sora)
    const never = id.replace(/.{32}$/, "0".repeat(32))
    const unknown = said(await rig.get(pathOf(never), { key: bob }))
    expect(unknown).toMatchObject({ status: 404, text: expect.stringContaining('"task_not_found"') })
    for (const pause of [0, 4_000, 20_000]) {
      await rig.clock.pass(pause)
      expect(said(await rig.get(pathOf(id), { key: bob }))).toEqual(unknown)
      expect((await rig.get(pathOf(id), { key: ann })).status).not.toBe(404)
    }
  })

  it.each(paths)("of another family is as unknown, to %s", async (_, pathOf) => {
    const rig = await startRig()
    const id = await rig.submitted({ model: "doubao-seedance-1-0-pro", prompt: "Waves" })
    expect(said(await rig.get(pathOf(id), { key: bob }))).toEqual(said(await rig.get(pathOf("video_0"), { key: bob })))
  })

  it.each(paths)("is nobody's without a key, to %s", async (_, pathOf) => {
    const rig = await startRig()
    const id = await rig.submitted(sora)
    const none = said(await rig.get(pathOf(id), { key: "wrong" }))
    expect(none).toMatchObject({ status: 401 })
    expect(said(await rig.get(pathOf("video_0"), { key: "wrong" }))).toEqual(none)
  })
})

describe("an id that nobody has", () => {
  it.each([
    "x",
    "..%2f..%2fetc",
    "%00",
    "'%20or%201=1--",
    "video_%F0%9F%8E%AC",
    "%ff",
    "a".repeat(4_000),
    "__proto__",
    "constructor",
    "download%20",
    "due"
  ])("is a 404 or a 400 and never more: %.40s", async (id) => {
    const rig = await startRig()
    for (const path of [`${generations}/${id}`, `${generations}/download?id=${id}`, `/v1/videos/${id}/content`]) {
      expect([400, 404]).toContain((await rig.get(path)).status)
    }
    expect(rig.logged).toEqual([])
  })
})

describe("an account with two keys", () => {
  it("has the tasks of both", async () => {
    const keys = [
      { key: ann, name: "ann" },
      { key: bob, name: "ann" }
    ]
    const rig = await startRig({ keys })
    const id = await rig.submitted(sora)
    expect((await rig.get(`${generations}/${id}`, { key: bob })).status).toBe(200)
  })
})

describe("a key that may call some models", () => {
  const limited: readonly ClientKey[] = [
    { key: ann, name: "ann", models: ["veo-*"] },
    { key: bob, name: "ann" }
  ]

  it.each(["sora-2", "doubao-seedance-1-0-pro", "cinema"])("finds no %s, and makes no task", async (model) => {
    const rig = await startRig({ keys: limited, routes: [{ match: "cinema", upstream: "sora", model: "sora-2" }] })
    const { status, body, text } = await rig.post(generations, { body: { ...sora, model } })
    expect([status, body]).toEqual([
      404,
      { error: expect.objectContaining({ code: "model_not_found", param: "model", type: "invalid_request_error" }) }
    ])
    const nobodys = await rig.post(generations, { body: { ...sora, model: "nobodys" } })
    expect(nobodys.text.replace("nobodys", model)).toBe(text)
    expect(rig.vendors.calls).toEqual([])
  })

  it("may call an alias of one", async () => {
    const rig = await startRig({
      keys: limited,
      routes: [{ match: "cinema", upstream: "veo", model: "veo-3.1-generate-preview" }]
    })
    await rig.submitted({ ...sora, model: "cinema" })
    expect(rig.vendors.submits.map(({ path }) => path)).toEqual([
      "/v1beta/models/veo-3.1-generate-preview:predictLongRunning"
    ])
  })

  it("has the account's tasks of others, too", async () => {
    const rig = await startRig({ keys: limited })
    const id = await rig.submitted(sora, { key: bob })
    expect((await rig.get(`${generations}/${id}`)).status).toBe(200)
  })
})

describe("an id of ours", () => {
  it("says neither the vendor's id nor the account, and no two are alike", async () => {
    const rig = await startRig()
    const ids = await Promise.all(Array.from({ length: 50 }, () => rig.submitted(sora)))
    expect(new Set(ids).size).toBe(50)
    await rig.clock.pass(20_000)
    const vendors = [...new Set(rig.vendors.polls.map(({ path }) => path.split("/").at(-1)))]
    expect(vendors).toHaveLength(50)
    expect(ids.filter((id) => id.includes("ann") || vendors.some((name = "") => id.includes(name)))).toEqual([])
  })
})
