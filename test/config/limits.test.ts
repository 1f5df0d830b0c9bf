import { describe, expect, it } from "vitest"
import { readFile } from "../../src/config/file.ts"
import { limits } from "../../src/config/configuration.ts"
import { printProblem } from "../../src/config/validators.ts"
import { liveLimits } from "../../src/hosts/cli/compose.ts"
import { unchosen } from "./unchosen.ts"

const readOf = (text: string): unknown => {
  const read = readFile(`keys: [{ key: a }]\nupstreams: { o: { family: sora, key: b } }\n${text}`, {})
  return read.ok ? read.value : read.error.map(printProblem)
}

describe("the limits of a configuration", () => {
  it("are the defaults where nothing is chosen", () => expect(readOf("")).toMatchObject({ limits: unchosen }))

  it.each(
    Object.entries(unchosen).flatMap(([group, named]) => Object.keys(named).map((name) => [group, name] as const))
  )("are chosen one by one: %s.%s", (group, name) => {
    const before = new Map<string, Readonly<Record<string, number>>>(Object.entries(unchosen))
    const value = name === "share" ? 0.5 : 7
    const halved = group === "connections" && name === "all" ? { address: 4 } : {}
    expect(readOf(`limits: { ${group}: { ${name}: ${value} } }`)).toMatchObject({
      limits: { ...unchosen, [group]: { ...before.get(group), ...halved, [name]: value } }
    })
  })

  it("say how long a `retry-after` is waited for, also where the file is read anew", () => {
    const live = liveLimits({ ...unchosen, upstream: { ...unchosen.upstream, retryAfter: 7 } })
    expect(live.upstream.retryAfter).toBe(7000)
    live.become({ ...unchosen, upstream: { ...unchosen.upstream, retryAfter: 0.5 } })
    expect(live.upstream.retryAfter).toBe(500)
  })

  it("are told to whoever waits once the file was read anew", () => {
    const live = liveLimits(unchosen)
    const heard: number[] = []
    live.upstream.changed?.add(() => heard.push(live.upstream.sockets))
    live.become({ ...unchosen, upstream: { ...unchosen.upstream, sockets: 7 } })
    expect(heard).toEqual([7])
  })

  it("leave one address half of all connections, unless another number was chosen", () => {
    const connections = (text: string): unknown => readOf(`limits: { connections: { ${text} } }`)
    expect(connections("all: 100000")).toMatchObject({ limits: { connections: { all: 100_000, address: 2500 } } })
    expect(connections("all: 9, address: 9")).toMatchObject({ limits: { connections: { all: 9, address: 9 } } })
  })

  it("let an account that calls from one address meet its own limit first, which is told in words", () =>
    expect(unchosen.connections.address).toBeGreaterThan(unchosen.key.requests))

  it.each([
    [
      "upstream: { sockets: 0 }",
      "upstream.sockets",
      "how many requests one upstream is sent at once, an integer above 0"
    ],
    [
      "upstream: { queue: 1.5 }",
      "upstream.queue",
      "how many requests wait for one upstream besides, an integer above 0"
    ],
    [
      "upstream: { wait: 0 }",
      "upstream.wait",
      "how long a request waits for its upstream before a 429 or 503 with `retry-after`, in seconds, a number above 0"
    ],
    [
      "upstream: { retryAfter: 0 }",
      "upstream.retryAfter",
      "the longest `retry-after` of an upstream that is waited for; a longer one is the answer, in seconds, a number above 0"
    ],
    [
      "clocks: { stall: 1.0e+9 }",
      "clocks.stall",
      "how long a client may read nothing of the answer that waits for it, in seconds, a number above 0"
    ],
    [
      "key: { share: 1.1 }",
      "key.share",
      "the part of an upstream's `sockets` and `queue` that one account may take while it is alone there, a number above 0 and at most 1"
    ],
    [
      "bodies: { all: 0 }",
      "bodies.all",
      "how many bytes the bodies of all requests under way may hold, an integer above 0"
    ],
    [
      "bodies: { share: 1.1 }",
      "bodies.share",
      "the part of them that one account's may hold while it is alone, a number above 0 and at most 1"
    ],
    [
      "media: { each: 33554433 }",
      "media.each",
      "how many bytes a medium may have that a client names by a URL, an integer above 0 and at most 33554432"
    ],
    ["clocks: 9", "clocks", "an object with `head`, `body`, `stall` and `idle`"]
  ])("are not %s", (text, key, wanted) => {
    expect(readOf(`limits: { ${text} }`)).toEqual([`line 3: \`limits.${key}\` must be ${wanted}.`])
  })

  it("may be the least that they can be", () => {
    expect(readOf("limits: { media: { each: 1 } }")).toMatchObject({ limits: { media: { each: 1 } } })
  })

  it("are none that are not known", () =>
    expect(readOf("limits: { upstream: { socket: 1 } }")).toEqual([
      "line 3: `limits.upstream.socket` is not a known key. Known keys are `sockets`, `queue`, `wait`, `retryAfter`."
    ]))

  it("of one upstream and of one key stand with it", () => {
    const text = "keys: [{ key: a, requests: 3 }]\nupstreams: { o: { family: sora, key: b, sockets: 4, queue: 5 } }"
    expect(readFile(text, {})).toMatchObject({
      value: { keys: [{ requests: 3 }], upstreams: [{ sockets: 4, queue: 5 }] }
    })
  })

  it("each say what they limit", () => {
    const descriptions = Object.values(limits).flatMap((group) =>
      Object.values(group).map((limit) => limit.description)
    )
    expect(descriptions).toHaveLength(25)
    expect(new Set(descriptions).size).toBe(25)
  })
})
