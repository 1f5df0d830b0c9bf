import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import type { Case } from "./contract/clients.ts"
import { failing, leaving, whole } from "./contract/sdks.ts"
import { refused, wire } from "./contract/wire.ts"
import { bun } from "./subjects/bun.ts"
import { express } from "./subjects/express.ts"
import { fastify } from "./subjects/fastify.ts"
import { plainFetch } from "./subjects/fetch.ts"
import { node } from "./subjects/node.ts"
import type { Hosted, Subject } from "./subjects/subject.ts"
import { workers } from "./subjects/workers.ts"
import { type WatchedUpstream, watchedUpstream } from "./upstream.ts"

const subjects: readonly Subject[] = [node, ...express, fastify, bun, plainFetch, workers]
const contract: readonly Case[] = [...whole, ...failing, ...leaving, ...wire, ...refused]

describe.each(subjects)("a gateway in $name", ({ open }) => {
  let upstream: WatchedUpstream
  let hosted: Hosted
  let kept = 0

  beforeAll(async () => {
    vi.spyOn(console, "log").mockImplementation(() => undefined) // Effect's logger tells of the planted defect
    upstream = await watchedUpstream()
    hosted = await open(upstream.url)
  })
  afterAll(() => hosted.close().then(() => upstream.close()))

  it.each(contract)("$name", { timeout: 180_000 }, async ({ holds }) => {
    await holds({ url: hosted.url, upstream })
    kept += 1
  })

  it("keeps all of the contract", () => {
    expect(kept).toBe(34)
  })
})

describe("the contract", () => {
  it("is for every host, and says each thing once", () => {
    expect(subjects).toHaveLength(9)
    expect(new Set(contract.map(({ name }) => name)).size).toBe(34)
  })
})
