import { decode } from "fast-png"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { sandboxLab } from "../../src/hosts/cli/sandbox.ts"
import { DressingTasks } from "../../src/lab/dressing.ts"
import { Logins } from "../../src/lab/logins.ts"

const run = <A, E>(effect: Effect.Effect<A, E, Logins | DressingTasks>): Promise<A> =>
  Effect.runPromise(Effect.provide(effect, sandboxLab()))

const principal = { name: "sandbox", may: () => true }

describe("the lab of a sandbox", () => {
  it("lets its one account in, as the holder of the sandbox's key", async () => {
    const holder = await run(
      Effect.gen(function* () {
        const logins = yield* Logins
        return yield* logins.holder(yield* logins.login({ username: "sandbox", password: "sandbox" }))
      })
    )
    expect(holder?.name).toBe("sandbox")
  })

  it.each([
    ["sandbox", "Sandbox"],
    ["", ""],
    ["ada", "sandbox"]
  ])("lets %j with %j not in", async (username, password) => {
    const login = Effect.flatMap(Logins, (logins) => Effect.flip(logins.login({ username, password })))
    expect((await run(login)).reason).toBe("Unauthenticated")
  })

  it("signs with a secret of its own each time", async () => {
    const login = Effect.flatMap(Logins, (logins) => logins.login({ username: "sandbox", password: "sandbox" }))
    const token = await run(login)
    expect(await run(Effect.flatMap(Logins, (logins) => logins.holder(token)))).toBeUndefined()
  })

  const find = (id: string) => run(Effect.flatMap(DressingTasks, (tasks) => tasks.find(id, principal)))

  it("has a dressing task that is done, with a picture", async () => {
    const task = await find("sandbox-dressing")
    expect(task).toMatchObject({ status: "DONE", result: { code: 200 } })
    const url = task?.status === "DONE" ? task.result.imageUrl : ""
    const { width, height } = decode(Buffer.from(url.replace("data:image/png;base64,", ""), "base64"))
    expect([width, height]).toEqual([64, 96])
  })

  it.each([
    ["in-queue", "IN_QUEUE"],
    ["generating", "GENERATING"],
    ["expired", "EXPIRED"]
  ])("has one that is %s, and none of another id", async (name, status) => {
    expect(await find(`sandbox-dressing-${name}`)).toEqual({ status })
    expect(await find(name)).toBeUndefined()
  })
})
