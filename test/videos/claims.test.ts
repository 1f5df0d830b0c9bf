import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { TaskStore } from "../../src/tasks.ts"
import { ann, type Answered, bob, closing, generations, type Rig, startRig } from "./rig.ts"
import { newTasks } from "./stores.ts"
import { memberOf } from "./upstream.ts"
import { raw } from "../rows/images/row.ts"
import { patience } from "../setup/patience.ts"

closing()

const picture = Buffer.from(raw, "base64")

const sora = { model: "sora-2", prompt: "Waves" }
const other = { ...sora, prompt: "Hills" }

const under = (claim: string): { readonly headers: Readonly<Record<string, string>> } => ({
  headers: { "idempotency-key": claim }
})

const claimed = ({ post }: Rig, claim: string, body: object = sora, key = ann): Promise<Answered> =>
  post(generations, { ...under(claim), body, key })

const idOf = ({ body }: Answered): unknown => memberOf(body, "task_id")

const reused = [
  422,
  { error: { code: "idempotency_key_reused", type: "conflict_error", param: null, message: expect.any(String) } }
]

describe("an idempotency key", () => {
  it("stands for one task, which is submitted once, and is told the same each time", async () => {
    const rig = await startRig()
    const first = await claimed(rig, "k")
    const again = await claimed(rig, "k")
    expect(again.text).toBe(first.text)
    expect(again.status).toBe(200)
    expect(rig.vendors.submits).toHaveLength(1)
  })

  it("is metered with the one submit, and what it did not send is no call that failed", async () => {
    const rig = await startRig()
    await claimed(rig, "k")
    await claimed(rig, "k")
    expect((await claimed(rig, "k", other)).status).toBe(422)
    await Promise.all([claimed(rig, "one"), claimed(rig, "one")])
    expect(rig.entries.map(({ ended }) => ended)).toEqual(["finished", "finished"])
    expect([rig.vendors.submits.length, rig.logged]).toEqual([2, []])
  })

  it("stands for one task of many submits at once", async () => {
    const rig = await startRig()
    const all = await Promise.all(Array.from({ length: 200 }, () => claimed(rig, "k")))
    expect(new Set(all.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(all[0]?.status).toBe(200)
    expect(rig.vendors.submits).toHaveLength(1)
  })

  it("stands for one task of two submits that a slow store lets come between each other's steps", async () => {
    let asked = 0
    const inner = newTasks()
    const slow = <A, E>(work: Effect.Effect<A, E>) => Effect.tap(work, () => Effect.sleep(1_000))
    const tasks = Layer.succeed(TaskStore)({
      ...inner,
      claimed: (owner, key, hash) => {
        asked += 1
        return slow(inner.claimed(owner, key, hash))
      },
      create: (task) => slow(inner.create(task)),
      save: (task) => slow(inner.save(task))
    })
    const rig = await startRig({ tasks })
    const both = [claimed(rig, "k"), claimed(rig, "k")]
    await expect.poll(() => asked, patience).toBe(2)
    await rig.clock.pass(10_000)
    const [first, second] = await Promise.all(both)
    expect([second?.status, second?.text]).toEqual([200, first?.text])
    expect(rig.vendors.submits).toHaveLength(1)
  })

  it("tells of the submit after the task has ended, too", async () => {
    const rig = await startRig()
    const first = await claimed(rig, "k")
    await rig.clock.pass(20_000)
    expect((await rig.get(`${generations}/${String(idOf(first))}`)).body).toMatchObject({ status: "succeeded" })
    expect((await claimed(rig, "k")).text).toBe(first.text)
  })

  it("tells of a video of OpenAI's API what a query of it tells", async () => {
    const rig = await startRig()
    const again = () => rig.post("/v1/videos", { ...under("k"), body: sora })
    const first = await again()
    expect(first.body).toMatchObject({ status: "queued", progress: 0 })
    await rig.clock.pass(20_000)
    const told = await again()
    expect(told.body).toMatchObject({ id: memberOf(first.body, "id"), status: "completed", progress: 100 })
    expect(told.body).toEqual((await rig.get(`/v1/videos/${String(memberOf(first.body, "id"))}`)).body)
  })

  it("is refused with another body, and calls nobody", async () => {
    const rig = await startRig()
    await claimed(rig, "k")
    const { status, body } = await claimed(rig, "k", other)
    expect([status, body]).toEqual(reused)
    expect(rig.vendors.submits).toHaveLength(1)
  })

  it.each([
    [
      '{"model":"sora-2","prompt":"Waves","seconds":4}',
      '{ "seconds": 4.0,\n "prompt": "\\u0057aves", "model": "sora-2" }\n'
    ],
    ['{"model":"sora-2","prompt":"Waves","seconds":"4"}', ' {"prompt":"Waves","seconds":"4","model":"sora-2"}']
  ])("is of what a body says, however it is written: %s", async (one, other) => {
    const rig = await startRig()
    const answers = [one, other].map((body) => rig.post(generations, { ...under("k"), body }))
    const [first, second] = await Promise.all(answers)
    expect([second?.status, second?.text]).toEqual([200, first?.text])
    expect(rig.vendors.submits).toHaveLength(1)
  })

  it("is of what a form says, in whatever order, and refused with another file", async () => {
    const rig = await startRig()
    rig.vendors.instead = () => Response.json({ id: "x" })
    const form = (members: readonly string[], name: string): FormData => {
      const made = new FormData()
      for (const key of members) made.set(key, key === "model" ? "sora-2" : key === "size" ? "1280x720" : "Waves")
      made.set("input_reference", new Blob([picture], { type: "image/png" }), name)
      return made
    }
    const sent = (body: FormData): Promise<Answered> => rig.post("/v1/videos", { ...under("k"), body })
    const first = await sent(form(["model", "prompt", "size"], "a.png"))
    const again = await sent(form(["size", "prompt", "model"], "b.png"))
    expect([first.status, again.text]).toEqual([200, first.text])
    const another = form(["model", "prompt", "size"], "a.png")
    another.set("input_reference", new Blob([Buffer.concat([picture, Buffer.of(0)])], { type: "image/png" }), "a.png")
    const refused = await sent(another)
    expect([refused.status, refused.body]).toEqual(reused)
    expect(rig.vendors.submits).toHaveLength(1)
  })

  it("is refused with the same body at another path", async () => {
    const rig = await startRig()
    await claimed(rig, "k")
    const { status, body } = await rig.post("/v1/videos", { ...under("k"), body: sora })
    expect([status, body]).toEqual(reused)
  })

  it("is another one for another account", async () => {
    const rig = await startRig()
    const ids = [idOf(await claimed(rig, "k", sora, ann)), idOf(await claimed(rig, "k", other, bob))]
    expect(new Set(ids).size).toBe(2)
    expect(rig.vendors.submits).toHaveLength(2)
  })

  it("is none where it is empty or absent", async () => {
    const rig = await startRig()
    const answers = [await claimed(rig, ""), await claimed(rig, ""), await rig.post(generations, { body: sora })]
    expect(new Set(answers.map(idOf)).size).toBe(3)
  })

  it.each([
    [255, 200],
    [256, 400],
    [4_000, 400]
  ])("of %d characters is answered with %d", async (length, status) => {
    const rig = await startRig()
    const answer = await claimed(rig, "k".repeat(length))
    expect([answer.status, rig.vendors.submits.length]).toEqual([status, status === 200 ? 1 : 0])
    if (status === 400) expect(answer.text).toMatch(/Idempotency-Key/)
  })

  it.each(["__proto__", "a:b", '"]["ann', "{isogloss}:due", "é".normalize("NFC"), "a b"])(
    "may be any text: %s",
    async (claim) => {
      const rig = await startRig()
      const key = Buffer.from(claim).toString("latin1")
      const ids = [idOf(await claimed(rig, key)), idOf(await claimed(rig, key)), idOf(await claimed(rig, `${key}2`))]
      expect([new Set(ids).size, rig.vendors.submits.length]).toEqual([2, 2])
    }
  )

  it("is free again after a day", async () => {
    const rig = await startRig()
    const first = idOf(await claimed(rig, "k"))
    await rig.clock.leap(24 * 3_600_000 - 1_000)
    expect(idOf(await claimed(rig, "k"))).toBe(first)
    await rig.clock.leap(2_000)
    expect(idOf(await claimed(rig, "k", other))).not.toBe(first)
  })

  it("claims nothing for a body that is refused", async () => {
    const rig = await startRig()
    expect((await claimed(rig, "k", { ...sora, seconds: 5 })).status).toBe(400)
    expect((await claimed(rig, "k", other)).status).toBe(200)
  })

  it("claims nothing for a caller who is not let in", async () => {
    const rig = await startRig()
    expect((await claimed(rig, "k", sora, "wrong")).status).toBe(401)
    expect((await claimed(rig, "k", other)).status).toBe(200)
  })

  it("stands for a task that its vendor refused, which is not sent again", async () => {
    const rig = await startRig()
    const refused = { ...sora, model: "sora-2-error-400" }
    const first = await claimed(rig, "k", refused)
    expect([first.status, first.headers.get("x-should-retry")]).toEqual([400, "false"])
    const again = await claimed(rig, "k", refused)
    expect([again.status, memberOf(again.body, "status")]).toEqual([200, "submitted"])
    expect((await rig.get(`${generations}/${String(idOf(again))}`)).body).toMatchObject({
      status: "failed",
      error: { code: expect.any(String) }
    })
    expect(rig.vendors.submits).toHaveLength(1)
  })

  it("is free again where its vendor took no more requests", async () => {
    const rig = await startRig()
    rig.vendors.instead = (_, times) =>
      times === 0 ? Response.json({ error: { message: "Slow down." } }, { status: 429 }) : undefined
    const first = await claimed(rig, "k")
    expect([first.status, first.headers.get("x-should-retry")]).toEqual([429, null])
    const again = await claimed(rig, "k")
    expect([again.status, memberOf(again.body, "status")]).toEqual([200, "submitted"])
    expect(rig.vendors.submits).toHaveLength(2)
  })
})

describe("no idempotency key", () => {
  it("is two videos of two submits that are alike", async () => {
    const rig = await startRig()
    expect(await rig.submitted(sora)).not.toBe(await rig.submitted(sora))
    expect(rig.vendors.submits).toHaveLength(2)
  })
})
