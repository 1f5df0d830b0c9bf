import { getPriority } from "node:os"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { afterEach, describe, expect, it } from "vitest"
import { type Job, Offload } from "../../src/exchange/offload.ts"
import { layerPool, WorkerPool, type PoolOptions } from "../../src/hosts/workers/pool.ts"
import { CallingTenant } from "../../src/upstream/upstream.ts"
import { aboutDefect, GatewayError } from "../../src/core/errors/error.ts"
import { succeed } from "../../src/core/errors/invalid.ts"

const pools: WorkerPool[] = []
const poolOf = (more: Partial<PoolOptions> = {}): WorkerPool => {
  const module = new URL("./odd-jobs.ts", import.meta.url)
  const pool = new WorkerPool({ module, threads: 1, queue: 8, clock: 30_000, ...more })
  pools.push(pool)
  return pool
}
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())))

const made = (pool: WorkerPool, job: string, given: unknown = null): Promise<unknown> =>
  Effect.runPromise(pool.run(job, given))

/** The same of an account, where it is paid for. */
const paid = (pool: WorkerPool, job: string, account = ""): Promise<unknown> =>
  Effect.runPromise(pool.run(job, null, account, true))

/** What a thread is asked for by its name; it is not done here. */
const counting: Job<null, number> = {
  name: "count",
  *run() {
    yield
    return succeed(0)
  }
}

const brokenBy = async (run: Effect.Effect<unknown, GatewayError>): Promise<unknown> => {
  const exit = await Effect.runPromiseExit(run)
  return Exit.isFailure(exit) ? exit.cause.reasons.map((reason) => reason._tag) : "made"
}

describe("a pool of threads", () => {
  it("does jobs, on one thread as long as that lives", async () => {
    const pool = poolOf()
    expect(await Promise.all([1, 2, 3].map(() => made(pool, "count")))).toEqual([1, 2, 3])
  })

  it("has as many threads as it may, and no more", async () => {
    const pool = poolOf({ threads: 2 })
    const counts = await Promise.all([1, 2, 3, 4].map(() => made(pool, "count")))
    expect(counts.filter((count) => count === 1)).toHaveLength(2)
  })

  it("hands bytes over in both directions without a copy", async () => {
    const body = new Uint8Array([1, 2, 3])
    const said = await made(poolOf(), "reverse", { body })
    expect([said, body.length]).toEqual([{ body: new Uint8Array([3, 2, 1]) }, 0])
  })

  it("leaves bytes alone that share their memory", async () => {
    const body = new Uint8Array([1, 2, 3]).subarray(1)
    expect([await made(poolOf(), "reverse", { body }), body.length]).toEqual([{ body: new Uint8Array([3, 2]) }, 2])
  })

  it("tells an error of ours with all that it says", async () => {
    const error = await Effect.runPromise(Effect.flip(poolOf().run("refuse", null)))
    expect(error).toBeInstanceOf(GatewayError)
    expect({ reason: error.reason, message: error.message, details: error.details }).toEqual({
      reason: "InvalidRequest",
      message: "No.",
      details: { pointer: "/a", status: 422 }
    })
  })

  it("tells a defect by what it says and where it stood, without what it quotes", async () => {
    const exit = await Effect.runPromiseExit(poolOf().run("break", null))
    const [defect] = Exit.isFailure(exit) ? exit.cause.reasons.filter(Cause.isDieReason).map((it) => it.defect) : []
    const [said, place] = aboutDefect(defect)
    expect(said).toBe('TypeError: no "place" in "…": A worker thread failed.')
    expect(place).toContain("odd-jobs.ts")
  })

  it.each(["exit", "break", "nobody-knows-it"])("breaks one request alone where its job does: %s", async (job) => {
    const pool = poolOf()
    const [broken, count] = await Promise.all([brokenBy(pool.run(job, null)), made(pool, "count")])
    expect([broken, count]).toEqual([["Die"], 1])
  })

  it("ends a job that takes longer than its clock, and starts another thread", async () => {
    const pool = poolOf({ clock: 5000 })
    const hung = brokenBy(pool.run("hang", null))
    expect([await hung, await made(pool, "count")]).toEqual([["Die"], 1])
  })

  it("breaks a job that cannot cross", async () => {
    const pool = poolOf()
    expect(await brokenBy(pool.run("count", { run: () => 1 }))).toEqual(["Die"])
    expect(await made(pool, "count")).toBe(1)
  })

  it("refuses what finds its queue full", async () => {
    const pool = poolOf({ queue: 1 })
    const two = [made(pool, "count"), made(pool, "count")]
    const error = await Effect.runPromise(Effect.flip(pool.run("count", null)))
    expect([error.reason, await Promise.all(two)]).toEqual(["Overloaded", [1, 2]])
  })

  it("lets one account have half of the queue, and tells it so", async () => {
    const pool = poolOf({ queue: 4 })
    const those = [1, 2, 3].map(() => Effect.runPromise(pool.run("count", null, "one")))
    const error = await Effect.runPromise(Effect.flip(pool.run("count", null, "one")))
    const other = Effect.runPromise(pool.run("count", null, "other"))
    expect(error.reason).toBe("RateLimited")
    expect(await Promise.all([...those, other])).toEqual([1, 2, 4, 3])
  })

  it("refuses nothing that is paid for, and does it first among its account's", async () => {
    const pool = poolOf({ queue: 1 })
    const [runs, waits, ...answers] = [
      made(pool, "count"),
      made(pool, "count"),
      paid(pool, "count"),
      paid(pool, "count")
    ]
    expect(await Promise.all([runs, ...answers, waits])).toEqual([1, 2, 3, 4])
  })

  it("lets other accounts have their turns and places beside what is paid for", async () => {
    const pool = poolOf({ queue: 1 })
    const those = [1, 2, 3].map(() => paid(pool, "count", "one"))
    const other = Effect.runPromise(pool.run("count", null, "other"))
    expect(await Promise.all([...those, other])).toEqual([1, 2, 4, 3])
  })

  it("counts what is paid for among what waits of its account", async () => {
    const pool = poolOf()
    const those = [1, 2, 3, 4, 5].map(() => paid(pool, "count", "one"))
    expect(pool.line.isFull("one")).toBe(true)
    await Promise.all(those)
    expect(pool.line.isFull("one")).toBe(false)
  })

  it("gives what a request that left had of the queue to the next", async () => {
    const pool = poolOf({ queue: 1 })
    const first = made(pool, "count")
    await Effect.runPromise(Fiber.interrupt(Effect.runFork(pool.run("count", null))))
    expect([await first, await made(pool, "count")]).toEqual([1, 2])
  })

  it("is full for an account of which four jobs wait, until fewer do", async () => {
    const pool = poolOf({ queue: 64 })
    const count = (account: string) => Effect.runFork(pool.run("count", null, account))
    const [first, second, third] = [count("one"), count("one"), count("one")]
    const others = [count("one"), count("one"), count("one"), count("other")]
    const told: string[] = []
    for (const account of ["one", "other"]) pool.line.onRoom(account, () => told.push(account))
    pool.line.onRoom("one", () => told.push("who left"))()
    expect(["one", "other"].map((account) => pool.line.isFull(account))).toEqual([true, false])
    await Effect.runPromise(Fiber.interrupt(second))
    expect([pool.line.isFull("one"), told]).toEqual([true, []])
    await Effect.runPromise(Fiber.interrupt(third))
    expect([pool.line.isFull("one"), told]).toEqual([false, ["one"]])
    await Effect.runPromise(Fiber.joinAll([first, ...others]))
    expect(told).toEqual(["one", "other"])
  })

  it.skipIf(process.platform !== "linux")("lets the thread that serves sockets go first", async () => {
    const here = getPriority()
    expect([await made(poolOf(), "niceness"), getPriority()]).toEqual([Math.min(19, here + 10), here])
  })

  it("shows its line to whoever reads", async () => {
    const pool = poolOf()
    const line = Effect.map(Offload, (there) => there.line)
    expect(await Effect.runPromise(Effect.provide(line, layerPool(pool)))).toBe(pool.line)
  })

  it("knows whose request it is", async () => {
    const pool = poolOf({ queue: 2 })
    const count = (account: string) =>
      Effect.flatMap(Offload, (there) => there.run(counting, null, Context.empty())).pipe(
        Effect.provideService(CallingTenant, account)
      )
    const accounts = ["one", "one", "one", "other"]
    const four = Effect.all(accounts.map(count).map(Effect.exit), { concurrency: "unbounded" })
    expect((await Effect.runPromise(Effect.provide(four, layerPool(pool)))).map(Exit.isSuccess)).toEqual([
      true,
      true,
      false,
      true
    ])
  })

  it("knows what is paid for", async () => {
    const pool = poolOf({ queue: 1 })
    const answer: Job<null, number> = { ...counting, isPaid: true }
    const run = (job: typeof answer) => Effect.flatMap(Offload, (there) => there.run(job, null, Context.empty()))
    const all = Effect.all([counting, counting, counting, answer].map(run).map(Effect.exit), {
      concurrency: "unbounded"
    })
    expect((await Effect.runPromise(Effect.provide(all, layerPool(pool)))).map(Exit.isSuccess)).toEqual([
      true,
      true,
      false,
      true
    ])
  })

  it("drops a job that waits with its request", async () => {
    const pool = poolOf()
    const first = made(pool, "count")
    await Effect.runPromise(Fiber.interrupt(Effect.runFork(pool.run("count", null))))
    expect([await first, await made(pool, "count")]).toEqual([1, 2])
  })

  it("takes other data for its next threads, and lets the job under way end", async () => {
    const pool = poolOf({ data: "old" })
    const before = made(pool, "data")
    pool.renew({ data: "new" })
    expect([await before, await made(pool, "data")]).toEqual(["old", "new"])
  })

  it("has what is paid for done by threads that know what it is about, one at a time", async () => {
    const pool = poolOf({ data: "old" })
    const those = [made(pool, "data"), paid(pool, "data"), paid(pool, "count"), made(pool, "data")]
    pool.renew({ data: "new" })
    expect(await Promise.all([...those, paid(pool, "data")])).toEqual(["old", "old", 1, "new", "new"])
  })

  it("does what is paid for where other threads have nothing to do", async () => {
    const pool = poolOf({ data: "old", threads: 2 })
    const those = [made(pool, "data"), made(pool, "data"), paid(pool, "data"), paid(pool, "data"), paid(pool, "data")]
    pool.renew({ data: "new" })
    expect(await Promise.all(those)).toEqual(["old", "old", "old", "old", "old"])
    expect(await made(pool, "data")).toBe("new")
  })

  it("breaks what is paid for once it is closed", async () => {
    const pool = poolOf()
    const one = brokenBy(pool.run("hang", null, "", true))
    await pool.close()
    expect([await one, await brokenBy(pool.run("count", null, "", true))]).toEqual([["Die"], ["Fail"]])
  })

  it("breaks what waits once it is closed, and does nothing more", async () => {
    const pool = poolOf()
    const both = [brokenBy(pool.run("count", null)), brokenBy(pool.run("count", null))]
    await pool.close()
    expect([await Promise.all(both), await brokenBy(pool.run("count", null))]).toEqual([[["Die"], ["Die"]], ["Fail"]])
  })
})
