import { afterEach, describe, expect, it } from "vitest"
import { crowdClient } from "../faults/gateway/crowd-client.ts"
import { crowdUpstream } from "../faults/gateway/crowd-upstream.ts"
import { nodeWith, upstreamsAt } from "./started.ts"

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

describe("two nodes, each with 500 streams of one account that never end", { timeout: 180_000 }, () => {
  it("send another's calls before any that waits", async () => {
    const upstream = await crowdUpstream()
    ends.push(upstream.close)
    const keys = [
      { key: "key-of-the-flood", name: "flood" },
      { key: "key-of-another", name: "another" }
    ]
    const nodes = await Promise.all(
      [1, 2].map(() => nodeWith({ keys, upstreams: upstreamsAt(upstream.url), tasks: "memory" }))
    )
    const floods = nodes.map(({ url }) => crowdClient(url, "key-of-the-flood"))
    const others = nodes.map(({ url }) => crowdClient(url, "key-of-another"))
    ends.push(...[...floods, ...others].map(({ leave }) => leave))
    for (const { flood } of floods) void flood("gpt-4o", "flood", 500)
    await upstream.came(2 * 384)
    const statuses: number[] = []
    for (let n = 0; n < 40; n++) statuses.push((await others[n % 2]?.ask("gpt-4o", "another"))?.status ?? 0)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(upstream.seen.slice(2 * 384)).toEqual(Array.from({ length: 40 }, () => "another"))
  })
})
