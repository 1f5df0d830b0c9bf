import { describe, expect, it } from "vitest"
import { random } from "../bench/random.ts"
import { type Asker, askTimes, crowdAt } from "./crowd.ts"

const usual = { sockets: 256, queue: 1000, share: 0.75 }

describe("the sockets of an upstream", () => {
  it("are had by one tenant alone up to its share", () => {
    const crowd = crowdAt(usual)
    askTimes(crowd, "a", 400)
    expect([crowd.count("inside"), crowd.count("waiting")]).toEqual([192, 208])
  })

  it("are had by another at once while one has its share and more of it waits", () => {
    const crowd = crowdAt(usual)
    askTimes(crowd, "a", 400)
    expect(askTimes(crowd, "b", 20).map(({ state }) => state)).toEqual(Array.from({ length: 20 }, () => "inside"))
    expect(crowd.passed.slice(192).map(({ tenant }) => tenant)).toEqual(Array.from({ length: 20 }, () => "b"))
  })

  it.each([
    [1, 192],
    [2, 110],
    [3, 77],
    [10, 25]
  ])("are left in part by %i that want all of them: each has %i", (tenants, each) => {
    const crowd = crowdAt(usual)
    const names = Array.from({ length: tenants }, (_, index) => `t${index}`)
    for (let n = 0; n < 300; n++) for (const name of names) crowd.ask(name)
    for (const name of names) expect(Math.abs(crowd.count("inside", name) - each)).toBeLessThanOrEqual(1)
    expect(crowd.ask("newcomer").state).toBe("inside")
  })

  it.each([
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 4]
  ])("are never all had by one tenant, however few: of %i it has %i", (sockets, most) => {
    const crowd = crowdAt({ ...usual, sockets })
    askTimes(crowd, "a", 8)
    expect([crowd.count("inside"), crowd.ask("b").state]).toEqual([most, "inside"])
  })

  it("are had by one tenant where there is but one, and next by another that waits, whoever came first", () => {
    const crowd = crowdAt({ ...usual, sockets: 1 })
    const [first] = askTimes(crowd, "a", 3)
    const another = crowd.ask("b")
    expect([first?.state, another.state]).toEqual(["inside", "waiting"])
    if (first !== undefined) crowd.leave(first)
    expect([crowd.count("inside", "a"), another.state]).toEqual([0, "inside"])
  })

  it("are all had by one tenant where its share is all", () => {
    const crowd = crowdAt({ ...usual, share: 1 })
    askTimes(crowd, "a", 300)
    expect(crowd.count("inside")).toBe(256)
  })

  it("are told from those of a tenant that has few where it has more than 8, at once and once it waited", () => {
    const crowd = crowdAt({ sockets: 9, queue: 100, share: 1 })
    const [first] = askTimes(crowd, "a", 10)
    if (first !== undefined) crowd.leave(first)
    expect(crowd.passed.map(({ isOfMany }) => isOfMany)).toEqual([
      ...Array.from({ length: 8 }, () => false),
      true,
      true
    ])
  })

  it("that come free go to whoever has the fewest", () => {
    const crowd = crowdAt({ sockets: 4, queue: 100, share: 1 })
    const held = askTimes(crowd, "a", 4)
    askTimes(crowd, "a", 3)
    askTimes(crowd, "b", 3)
    for (const asker of held.slice(0, 3)) crowd.leave(asker)
    expect(crowd.passed.slice(4).map(({ tenant }) => tenant)).toEqual(["b", "b", "a"])
  })
})

describe("whoever waits for an upstream", () => {
  it("passes after the one before it has passed, though that one frees its socket at once", () => {
    const crowd = crowdAt({ sockets: 1, queue: 8, share: 1 })
    const said: string[] = []
    const inside = crowd.ask("a")
    crowd.ask("a", (asker) => {
      said.push("one begins")
      asker.state = "inside"
      crowd.leave(asker)
      said.push("one has passed")
    })
    crowd.ask("a", () => said.push("two begins"))
    crowd.leave(inside)
    expect(said).toEqual(["one begins", "one has passed", "two begins"])
  })

  it("has its turn in the order in which it came", () => {
    const crowd = crowdAt({ sockets: 1, queue: 8, share: 1 })
    const inside = crowd.ask("a")
    const waiting = askTimes(crowd, "a", 3)
    crowd.leave(inside)
    expect(waiting.map(({ state }) => state)).toEqual(["inside", "waiting", "waiting"])
  })

  it("is told of its own requests once it has waited as long as may be while sockets are free", () => {
    const crowd = crowdAt({ sockets: 4, queue: 8, share: 0.75 })
    const waiting = askTimes(crowd, "a", 4)[3]
    crowd.wait(9_999)
    expect(waiting?.state).toBe("waiting")
    crowd.wait(1)
    expect(waiting).toMatchObject({ state: "refused", why: "tenant" })
  })

  it("is told of the upstream where no socket is free", () => {
    const crowd = crowdAt({ sockets: 1, queue: 8, share: 0.75 })
    askTimes(crowd, "a", 1)
    const waiting = crowd.ask("b")
    crowd.wait(10_000)
    expect(waiting).toMatchObject({ state: "refused", why: "upstream" })
  })

  it("has its share of the queue, and is told of its own requests beyond it", () => {
    const crowd = crowdAt({ sockets: 1, queue: 8, share: 0.75 })
    const asked = askTimes(crowd, "a", 8)
    expect(asked.map(({ state, why }) => why ?? state)).toEqual(["inside", ...Array(6).fill("waiting"), "tenant"])
    expect(crowd.ask("b").state).toBe("waiting")
  })

  it.each([2, 3])("never has all of the queue: one of %i places is left", (queue) => {
    const crowd = crowdAt({ sockets: 1, queue, share: 0.75 })
    askTimes(crowd, "a", queue + 2)
    expect([crowd.count("waiting"), crowd.ask("b").state]).toEqual([queue - 1, "waiting"])
  })

  it("makes room in a full queue for one that has less there, the newest first", () => {
    const crowd = crowdAt({ sockets: 1, queue: 3, share: 1 })
    const [, , second, third] = askTimes(crowd, "a", 4)
    const other = crowd.ask("b")
    expect([third?.state, third?.why, other.state]).toEqual(["refused", "tenant", "waiting"])
    expect(second?.state).toBe("waiting")
  })

  it("makes no room for one that would have as much", () => {
    const crowd = crowdAt({ sockets: 1, queue: 2, share: 1 })
    askTimes(crowd, "a", 2)
    crowd.ask("b")
    expect(crowd.ask("c")).toMatchObject({ state: "refused", why: "upstream" })
  })

  it("leaves its place to the next when it goes", () => {
    const crowd = crowdAt({ sockets: 1, queue: 8, share: 0.75 })
    const inside = crowd.ask("a")
    const first = crowd.ask("a")
    const second = crowd.ask("a")
    crowd.leave(first)
    crowd.leave(inside)
    expect(second.state).toBe("inside")
    expect(crowd.timers.size).toBe(0)
  })

  it("may fail as soon as it passes, a thousand of them in a row", () => {
    const crowd = crowdAt({ sockets: 1, queue: 2000, share: 1 })
    const inside = crowd.ask("a")
    const failing: Asker[] = []
    for (let n = 0; n < 1000; n++) crowd.ask("a", (asker) => failing.push(asker))
    crowd.leave(inside)
    while (crowd.count("inside") > 0) for (const asker of failing.splice(0)) crowd.leave(asker)
    expect([failing.length, crowd.count("waiting"), crowd.clock.idle]).toEqual([0, 0, 1])
  })
})

/** Whether a tenant of a crowd may have one more socket than it has, as is promised. */
const mayHave = (has: number, free: number, { sockets, share }: typeof usual): boolean =>
  free > 0 && (has === 0 || (has * (1 - share) < free * share && (share === 1 || has < sockets - 1)))

/** What has to hold after each step of a crowd. */
const holds = (crowd: ReturnType<typeof crowdAt>, room: typeof usual, names: readonly string[]): void => {
  const free = room.sockets - crowd.count("inside")
  expect(free).toBeGreaterThanOrEqual(0)
  expect(crowd.count("waiting")).toBeLessThanOrEqual(room.queue)
  expect(crowd.timers.size).toBe(crowd.count("waiting"))
  for (const name of names)
    if (crowd.count("waiting", name) > 0) expect(mayHave(crowd.count("inside", name), free, room)).toBe(false)
}

/** Each tenant's requests that passed or wait, in the order in which they asked: those that passed come first. */
const isInOrder = (crowd: ReturnType<typeof crowdAt>, name: string): boolean => {
  const passing = new Set(crowd.passed)
  const own = crowd.askers.filter(({ tenant }) => tenant === name)
  const lastPassed = own.findLastIndex((asker) => passing.has(asker))
  const firstWaiting = own.findIndex(({ state }) => state === "waiting")
  return firstWaiting === -1 || lastPassed < firstWaiting
}

describe("any crowd", () => {
  const seeds = Array.from({ length: 60 }, (_, index) => 7919 * (index + 1))

  it.each(seeds)("is let in fairly, whatever it does (seed %i)", (seed) => {
    const { between, pick } = random(seed)
    const names = ["a", "b", "c", "d", "e"] as const
    const room = { sockets: between(1, 24), queue: between(1, 24), share: pick([0.5, 0.75, 0.9, 1]) }
    const crowd = crowdAt(room)
    for (let step = 0; step < 400; step++) {
      const before = crowd.passed.length
      const has = new Map<string, number>(names.map((name) => [name, crowd.count("inside", name)]))
      const waiting = names.filter((name) => crowd.count("waiting", name) > 0)
      const free = room.sockets - crowd.count("inside")
      const there = crowd.askers.filter(({ state }) => state === "inside" || state === "waiting")
      const left = between(0, 2) === 0 && there.length > 0 ? there[between(0, there.length - 1)] : undefined
      const asked = left === undefined ? crowd.ask(pick(names)) : undefined
      if (left !== undefined) {
        has.set(left.tenant, (has.get(left.tenant) ?? 0) - (left.state === "inside" ? 1 : 0))
        crowd.leave(left)
      }
      holds(crowd, room, names)
      for (const { tenant } of crowd.passed.slice(before)) {
        const own = has.get(tenant) ?? 0
        if (asked === undefined) {
          const fewest = Math.min(...waiting.map((name) => has.get(name) ?? 0))
          expect(own).toBe(fewest)
        } else expect(mayHave(own, free, room)).toBe(true)
      }
      expect(names.every((name) => isInOrder(crowd, name))).toBe(true)
    }
    for (const asker of crowd.askers) if (asker.state === "inside" || asker.state === "waiting") crowd.leave(asker)
    expect([crowd.count("inside"), crowd.count("waiting"), crowd.timers.size]).toEqual([0, 0, 0])
    expect(crowd.clock.idle).toBeGreaterThan(0)
  })

  it.each(seeds.slice(0, 20))(
    "keeps nobody who has nothing waiting longer than one turn of each other (seed %i)",
    (seed) => {
      const { between, pick } = random(seed)
      const names = ["a", "b", "c", "d"] as const
      const crowd = crowdAt({ sockets: between(1, 6), queue: 200, share: pick([0.75, 1]) })
      for (const name of names) askTimes(crowd, name, 10)
      const patient = crowd.ask("patient")
      const before = crowd.passed.length
      for (let turn = 0; patient.state === "waiting" && turn < 100; turn++) {
        const inside = crowd.askers.filter(({ state }) => state === "inside")
        crowd.ask(pick(names))
        const leaving = inside[between(0, inside.length - 1)]
        if (leaving !== undefined) crowd.leave(leaving)
      }
      expect(patient.state).toBe("inside")
      expect(crowd.passed.indexOf(patient) - before).toBeLessThanOrEqual(names.length)
    }
  )
})
