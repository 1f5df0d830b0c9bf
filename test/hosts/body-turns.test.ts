import { once } from "node:events"
import { createServer, request as call } from "node:http"
import { setImmediate as turn } from "node:timers/promises"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { readingTurns } from "../../src/gateway/body-ledger.ts"
import { takeBody } from "../../src/hosts/node-body.ts"
import { LoopTurns } from "../../src/upstream/turns.ts"
import { closed, listen } from "../faults/loopback.ts"
import { freeEntry } from "./free-entry.ts"

/** Rounds that are due: the test runs them one by one. */
const due: (() => void)[] = []
let now = 0
const turns = new LoopTurns(
  () => ++now,
  (go) => void due.push(go)
)

/** How many pieces of which bodies were read, and those that are whole, in their order. */
const read = new Map<string, number>()
const whole: string[] = []

/** The accounts of which enough waits, and who is told once that is over. */
const full = new Set<string>()
const listeners = new Set<() => void>()
const line = {
  isFull: (account: string): boolean => full.has(account),
  onRoom: (_: string, go: () => void) => {
    listeners.add(go)
    return () => void listeners.delete(go)
  }
}

const server = createServer((request, response) => {
  const name = request.url?.slice(1) ?? ""
  request.on("data", () => read.set(name, (read.get(name) ?? 0) + 1))
  const account = name.split("-")[0] ?? ""
  const taken = takeBody(request, {
    cap: 64_000_000,
    clock: 600_000,
    entry: freeEntry,
    turns: readingTurns(turns.of(account), line, account)
  })
  void Effect.runPromise(taken).then((body) => {
    whole.push(name)
    response.end(`${body.length} ${new Set(body).size}`)
  })
})
let port = 0
beforeAll(async () => void (port = await listen(server)))
afterAll(() => closed(server))

const size = 4_000_000

/** Sends a body, of a length that is told or not; the answer. */
const send = async (path: string, length: number, isTold = true): Promise<string> => {
  const headers = isTold ? { "content-length": length } : { "transfer-encoding": "chunked" }
  const asking = call({ host: "127.0.0.1", port, method: "POST", path, headers })
  asking.end(Buffer.alloc(length, "a"))
  const [answer] = await once(asking, "response")
  let said = ""
  for await (const piece of answer) said += String(piece)
  return said
}

/** As many turns of the loop as sockets need to bring what they have. */
const settled = async (): Promise<void> => {
  for (let n = 0; n < 200; n++) await turn()
}

/** The most pieces of one account that stand between two rounds: one that may go, and those that were there already. */
const most = 4

it("long bodies of one account are read piece by piece, in turns with others', one of them after the other", async () => {
  const bodies = ["flood-1", "flood-2", "another-1"].map((name, at) => send(`/${name}`, size, at < 2))
  expect(await send("/another-2", 100)).toBe("100 1")
  const floods = (): number => (read.get("flood-1") ?? 0) + (read.get("flood-2") ?? 0)
  let widest = 0
  let second: number | undefined
  for (let rounds = 0; whole.length < 4; rounds++) {
    const before = floods()
    due.shift()?.()
    await settled()
    if (rounds > 0) widest = Math.max(widest, floods() - before)
    if (whole.some((name) => name.startsWith("flood")))
      second ??= Math.min(read.get("flood-1") ?? 0, read.get("flood-2") ?? 0)
  }
  expect(widest).toBeLessThanOrEqual(most)
  expect(second).toBeLessThanOrEqual(most)
  expect(floods()).toBeGreaterThan(100)
  expect(await Promise.all(bodies)).toEqual([`${size} 1`, `${size} 1`, `${size} 1`])
})

it("long bodies of an account are not read while enough of it waits, another's are, and then they are", async () => {
  const rounds = async (): Promise<void> => {
    for (let n = 0; n < 400; n++) {
      due.shift()?.()
      await turn()
    }
  }
  full.add("behind")
  const held = ["behind-1", "behind-2"].map((name) => send(`/${name}`, size))
  expect(await send("/behind-3", 100)).toBe("100 1")
  const free = send("/free-1", size)
  while (!whole.includes("free-1")) await rounds()
  expect(await free).toBe(`${size} 1`)
  expect(["behind-1", "behind-2"].map((name) => (read.get(name) ?? 0) <= most)).toEqual([true, true])
  full.clear()
  const told = [...listeners]
  listeners.clear()
  for (const go of told) go()
  while (!whole.includes("behind-1") || !whole.includes("behind-2")) await rounds()
  expect(await Promise.all(held)).toEqual([`${size} 1`, `${size} 1`])
})

it("a short body takes no turn: what is asked with it goes in the same", async () => {
  const begin = vi.fn<() => boolean>(() => true)
  const asked = createServer((request, response) => {
    const turns = { begin, rest: () => undefined, wait: () => () => undefined }
    const taken = takeBody(request, { cap: 100, clock: 60_000, entry: freeEntry, turns })
    void Effect.runPromise(taken).then(() => response.end())
  })
  const url = `http://127.0.0.1:${await listen(asked)}`
  await fetch(url, { method: "POST", body: "a".repeat(100) })
  await closed(asked)
  expect(begin).not.toHaveBeenCalled()
})

it("who reads alone stops, too, once enough waits", () => {
  const idle = new LoopTurns(
    () => 0,
    () => undefined
  )
  const reading = readingTurns(idle.of("alone"), line, "alone")
  expect(reading.begin()).toBe(true)
  full.add("alone")
  expect(reading.begin()).toBe(false)
})

it("a turn in which there is room in the line ends once the body was gone on with", () => {
  const said: string[] = []
  const one = {
    begin: () => said.push("begin") > 0,
    rest: () => void said.push("rest"),
    wait: () => () => undefined
  }
  readingTurns(one, { isFull: () => false, onRoom: () => () => undefined }, "a").wait(() => said.push("go on"))
  expect(said).toEqual(["begin", "go on", "rest"])
})
