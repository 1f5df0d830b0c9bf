import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import { type CallListener, CallingTenant, defaultUpstreamLimits } from "../../src/upstream/upstream.ts"
import { makeUpstream } from "../../src/upstream/sending.ts"
import { ThreadTurns, LoopTurns } from "../../src/upstream/turns.ts"

const request = { url: "http://vendor.invalid/", method: "POST", headers: {} } as const

describe.each(["unary", "stream"] as const)("%s answers that come at once", (kind) => {
  it("are worked on one of each account in a turn of the loop", async () => {
    const scope = Scope.makeUnsafe()
    let now = 1
    const later: (() => void)[] = []
    const turns = new LoopTurns(
      () => now,
      (go) => later.push(go)
    )
    const listeners: CallListener[] = []
    const nothing = (): void => undefined
    const making = makeUpstream((_, listener) => {
      listeners.push(listener)
      return { pause: nothing, resume: nothing, abort: nothing }
    }, defaultUpstreamLimits)
    const upstream = await Effect.runPromise(
      making.pipe(Effect.provideService(ThreadTurns, turns), Effect.provideService(Scope.Scope, scope))
    )
    const answered: string[] = []
    for (const account of ["flood", "flood", "flood", "another"]) {
      const called: Effect.Effect<unknown, unknown, Scope.Scope> = upstream[kind](request)
      const answer = Effect.map(called, () => {
        answered.push(account)
        now += 1
      })
      Effect.runFork(
        answer.pipe(Effect.provideService(CallingTenant, account), Effect.provideService(Scope.Scope, scope))
      )
    }
    for (const listener of listeners) {
      listener.start()
      listener.head(200, {})
      listener.end()
    }
    const atOnce = answered.splice(0)
    for (let turn = 0; turn < 2; turn++) later.splice(0).forEach((go) => go())
    expect([atOnce, answered]).toEqual([["flood", "flood", "another"], ["flood"]])
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
})
