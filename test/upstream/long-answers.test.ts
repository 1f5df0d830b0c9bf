import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import { makeUpstream } from "../../src/upstream/sending.ts"
import { ThreadTurns, LoopTurns } from "../../src/upstream/turns.ts"
import { type CallListener, defaultUpstreamLimits } from "../../src/upstream/upstream.ts"

const request = { url: "http://vendor.invalid/", method: "POST", headers: {} } as const

/** A vendor whose answer comes at once, in so many pieces of so many bytes, at a thread where each look at the clock takes a millisecond. */
const answered = async (count: number, bytes: number) => {
  const scope = Scope.makeUnsafe()
  let now = 1
  const later: (() => void)[] = []
  const turns = new LoopTurns(
    () => (now += 1),
    (go) => later.push(go)
  )
  let listener: CallListener | undefined
  let isPaused = false
  const making = makeUpstream((_, one) => {
    listener = one
    return { pause: () => void (isPaused = true), resume: () => void (isPaused = false), abort: () => undefined }
  }, defaultUpstreamLimits)
  const upstream = await Effect.runPromise(
    making.pipe(Effect.provideService(ThreadTurns, turns), Effect.provideService(Scope.Scope, scope))
  )
  const fiber = Effect.runFork(upstream.unary(request))
  listener?.start()
  listener?.head(200, {})
  /** How many pieces were read in each turn of the loop. */
  const read = [0]
  for (let piece = 0; piece < count; piece++) {
    if (isPaused) {
      later.splice(0).forEach((go) => go())
      read.push(0)
      expect(isPaused).toBe(false)
    }
    listener?.data(new Uint8Array(bytes))
    read.push((read.pop() ?? 0) + 1)
  }
  listener?.end()
  for (let turn = 0; turn < 9; turn++) later.splice(0).forEach((go) => go())
  const { body } = await Effect.runPromise(Fiber.join(fiber))
  await Effect.runPromise(Scope.close(scope, Exit.void))
  return { size: body.length, read }
}

describe("a whole answer that comes at once", () => {
  it("is read on in the turns of its account where it is long", async () => {
    const { size, read } = await answered(200, 64 * 1024)
    expect(size).toBe(200 * 64 * 1024)
    expect(Math.max(...read)).toBeLessThan(10)
  })

  it("is read at once where it is short", async () =>
    expect(await answered(60, 1024)).toEqual({ size: 60 * 1024, read: [60] }))

  it("asks for no turn with each byte, where each comes by itself", async () => {
    const { size, read } = await answered(100_000, 1)
    expect(size).toBe(100_000)
    expect(read.length).toBeLessThan(20)
  })
})
