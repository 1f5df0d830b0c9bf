import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterEach, expect, it } from "vitest"
import {
  type CallListener,
  CallingTenant,
  defaultUpstreamLimits,
  type Upstream,
  type UpstreamLimits,
  type UpstreamRequest
} from "../../src/upstream/upstream.ts"
import { makeUpstream } from "../../src/upstream/sending.ts"
import { LoopTurns, ThreadTurns } from "../../src/upstream/turns.ts"

// Whole answers that are long are held until their clients have read them, and how much of them all is bounded. Nobody
// here reads: an answer ends with the scope of its request.

const scopes: Scope.Closeable[] = []
const scope = (): Scope.Closeable => {
  const made = Scope.makeUnsafe()
  scopes.push(made)
  return made
}
afterEach(async () => {
  for (const one of scopes.splice(0)) await Effect.runPromise(Scope.close(one, Exit.void))
})

const mebi = 1024 * 1024
const piece = new Uint8Array(mebi / 4)
const request: UpstreamRequest = { url: "http://vendor.invalid/", method: "POST", headers: {} }

/** A call as its vendor sees it. */
interface Call {
  readonly listener: CallListener
  readonly isPaused: () => boolean
}

/** An upstream that may hold 4 MiB of whole answers, of which an account may have two thirds while it is alone. */
const upstreamOf = async () => {
  const calls: Call[] = []
  const changed = new Set<() => void>()
  const limits = { ...defaultUpstreamLimits, replies: 4 * mebi, share: 2 / 3, changed }
  const making = makeUpstream((_, listener) => {
    let isPaused = false
    calls.push({ listener, isPaused: () => isPaused })
    return { pause: () => void (isPaused = true), resume: () => void (isPaused = false), abort: () => undefined }
  }, limits)
  // nobody ever waits for a turn
  const turns = new LoopTurns(
    () => 1,
    () => undefined
  )
  const upstream = await Effect.runPromise(
    making.pipe(Effect.provideService(ThreadTurns, turns), Effect.provideService(Scope.Scope, scope()))
  )
  const change = (to: Partial<UpstreamLimits>): void => {
    Object.assign(limits, to)
    for (const tell of changed) tell()
  }
  return { upstream, calls, change, changed }
}

/** Asks for an account, and gives what ends the request. */
const ask = (upstream: Upstream["Service"], account: string): (() => Promise<void>) => {
  const own = scope()
  Effect.runFork(
    upstream.unary(request).pipe(Effect.provideService(CallingTenant, account), Effect.provideService(Scope.Scope, own))
  )
  return () => Effect.runPromise(Scope.close(own, Exit.void))
}

/** Sends so many mebibytes of an answer, as far as they are read. What was sent. */
const send = (call: Call | undefined, mebibytes: number): number => {
  let sent = 0
  for (; sent < mebibytes && call?.isPaused() === false; sent += 1 / 4) call.listener.data(piece)
  return sent
}

const begin = (call: Call | undefined): void => {
  call?.listener.start()
  call?.listener.head(200, {})
}

it("what an account has not read yet leaves room for others, and its next answers wait", async () => {
  const { upstream, calls } = await upstreamOf()
  for (const account of ["flood", "flood", "another"]) ask(upstream, account)
  calls.forEach(begin)
  const first = send(calls[0], 2)
  calls[0]?.listener.end()
  // with 2 MiB whole, two thirds of all are 2 MiB and two thirds more
  expect([first, send(calls[1], 4), calls[1]?.isPaused()]).toEqual([2, 3 / 4, true])
  expect([send(calls[2], 3 / 4), calls[2]?.isPaused()]).toEqual([3 / 4, false])
})

it("what waits goes on once an answer was read", async () => {
  const { upstream, calls } = await upstreamOf()
  const read = ask(upstream, "flood")
  ask(upstream, "flood")
  calls.forEach(begin)
  send(calls[0], 2)
  calls[0]?.listener.end()
  send(calls[1], 4)
  const before = calls[1]?.isPaused()
  await read()
  expect([before, calls[1]?.isPaused()]).toEqual([true, false])
})

it("what waits goes on at once where more may be held, and not where less may", async () => {
  const { upstream, calls, change } = await upstreamOf()
  ask(upstream, "flood")
  ask(upstream, "flood")
  calls.forEach(begin)
  send(calls[0], 2)
  calls[0]?.listener.end()
  send(calls[1], 4)
  change({ replies: 3 * mebi })
  const before = calls[1]?.isPaused()
  change({ replies: 8 * mebi })
  expect([before, calls[1]?.isPaused()]).toEqual([true, false])
})

it("what waits for a socket is sent at once where there may be more, while an upstream is there", async () => {
  const { upstream, calls, change, changed } = await upstreamOf()
  change({ sockets: 1 })
  ask(upstream, "flood")
  ask(upstream, "flood")
  const before = calls.length
  change({ sockets: 4 })
  expect([before, calls.length, changed.size]).toEqual([1, 2, 1])
  for (const one of scopes.splice(0)) await Effect.runPromise(Scope.close(one, Exit.void))
  expect(changed.size).toBe(0)
})

it("where no answer of an account is whole, one goes on and the others wait", async () => {
  const { upstream, calls } = await upstreamOf()
  ask(upstream, "flood")
  ask(upstream, "flood")
  calls.forEach(begin)
  send(calls[0], 2)
  expect([send(calls[1], 8), send(calls[0], 8)]).toEqual([8, 1 / 4])
})

it("an account whose only answer it is goes on, whatever others hold", async () => {
  const { upstream, calls } = await upstreamOf()
  ask(upstream, "flood")
  ask(upstream, "another")
  calls.forEach(begin)
  send(calls[0], 8)
  expect(send(calls[1], 8)).toBe(8)
})

it("short answers are not counted", async () => {
  const { upstream, calls } = await upstreamOf()
  for (let call = 0; call < 100; call++) ask(upstream, "flood")
  calls.forEach(begin)
  for (const { listener } of calls) {
    listener.data(new Uint8Array(60 * 1024))
    listener.end()
  }
  ask(upstream, "flood")
  begin(calls[100])
  expect(send(calls[100], 2)).toBe(2)
})

it("an answer that broke off is held no longer", async () => {
  const { upstream, calls } = await upstreamOf()
  ask(upstream, "flood")
  ask(upstream, "flood")
  calls.forEach(begin)
  send(calls[0], 2)
  send(calls[1], 8)
  send(calls[0], 8)
  const before = calls[0]?.isPaused()
  calls[1]?.listener.fail(false)
  expect([before, calls[0]?.isPaused()]).toEqual([true, false])
})

it("what is asked for no account is held until it came, whatever scope it is asked in", async () => {
  const { upstream, calls } = await upstreamOf()
  for (let call = 0; call < 3; call++) {
    ask(upstream, "")
    begin(calls[call])
    expect(send(calls[call], 2)).toBe(2)
    calls[call]?.listener.end()
  }
})
