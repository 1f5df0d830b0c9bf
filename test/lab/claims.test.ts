import { afterAll, describe, expect, it } from "vitest"
import { clientKey, labPath, startRig } from "./rig.ts"

const rig = await startRig()
afterAll(() => rig.close())

const path = labPath("gatewayVideoCompletions")
const body = { model: "sora-2", prompt: "Waves", duration: "8", aspect_ratio: "16:9" }

const submit = (key: string, more: object = {}) =>
  rig.send({
    path,
    headers: { authorization: `Bearer ${clientKey}`, "idempotency-key": key },
    body: { ...body, ...more }
  })

describe("a submit of the lab that is tried again under its Idempotency-Key", () => {
  it("is one task, and one call to the upstream", async () => {
    const first = await submit("one")
    const second = await submit("one")
    expect([first.status, first.calls.length]).toEqual([200, 1])
    expect([second.status, second.body, second.calls]).toEqual([200, first.body, []])
  })

  it("with another body is a 422 in the envelope", async () => {
    await submit("two")
    const { status, body: said, calls } = await submit("two", { prompt: "Dunes" })
    expect([status, said, calls]).toEqual([422, { code: 422, msg: expect.any(String), data: null }, []])
  })

  it("with a body that is refused leaves nothing behind", async () => {
    expect((await submit("three", { duration: "5" })).status).toBe(400)
    expect((await submit("three")).status).toBe(200)
  })
})
