import * as Effect from "effect/Effect"
import type OpenAI from "openai"
import { createClient } from "redis"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { layerRedis } from "../../src/history-redis.ts"
import { list } from "../cost/list.ts"
import { redisServer } from "../tasks/redis/server.ts"
import { type KeepingGateway, keepingGateway, opened, translated as model } from "./rig.ts"

const cap = 4 * 1024 * 1024

describe("four nodes on one Redis", () => {
  let nodes: readonly KeepingGateway[] = []
  let redis = ""
  let close: () => Promise<void>

  beforeAll(async () => {
    const made = await opened(
      Effect.gen(function* () {
        const { url } = yield* redisServer
        const nodes = yield* Effect.forEach([1, 2, 3, 4], () => keepingGateway(layerRedis({ url, all: cap })))
        return { url, nodes }
      })
    )
    ;[{ url: redis, nodes }, close] = made
  })

  afterAll(() => close())

  const node = (at: number): KeepingGateway => {
    const found = nodes[at % nodes.length]
    if (found === undefined) throw new Error("There is no node.")
    return found
  }

  const client = (at: number): OpenAI => node(at).client()

  /** As many turns of a conversation, each on the next node; the ids of the answers. */
  const conversation = async (turns: number): Promise<readonly string[]> => {
    const ids: string[] = []
    for (let turn = 0; turn < turns; turn++) {
      const previous = ids.at(-1)
      const said = {
        model,
        input: `turn ${turn}`,
        ...(previous === undefined ? {} : { previous_response_id: previous })
      }
      ids.push((await client(turn).responses.create(said)).id)
    }
    return ids
  }

  it("go on from each other's answers, at each turn", async () => {
    await conversation(9)
    const said = node(8).sent.at(-1)?.text ?? ""
    const places = list(9, (turn) => said.indexOf(`turn ${turn}`))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it("have what is deleted on one no more, nor what goes on from it", async () => {
    const [first = "", second = ""] = await conversation(3)
    await client(3).responses.delete(second)
    for (const at of [0, 1, 2, 3]) {
      await expect(client(at).responses.retrieve(second)).rejects.toMatchObject({ status: 404 })
      expect(await client(at).responses.retrieve(first)).toMatchObject({ id: first })
    }
    const next = { model, input: "x", previous_response_id: second }
    await expect(client(1).responses.create(next)).rejects.toMatchObject({ code: "previous_response_not_found" })
  })

  it("keep of one account no more than a quarter together, and of the others what they have", async () => {
    const others = await node(0).client("two").responses.create({ model, input: "small" })
    const large = (at: number) => client(at).responses.create({ model, input: `${at} ${"-".repeat(100_000)}` })
    const ids = await Promise.all(list(20, async (at) => (await large(at)).id))
    const has = async (id: string) =>
      client(0)
        .responses.retrieve(id)
        .then(
          () => true,
          () => false
        )
    const left = (await Promise.all(ids.map(has))).filter(Boolean)
    expect(left.length).toBeGreaterThan(5)
    expect(left.length).toBeLessThan(11)
    const admin = await createClient({ url: redis }).connect()
    const sizes = await admin.hGetAll("{isogloss}:responses:sizes")
    admin.destroy()
    expect(Number(sizes["of:one"])).toBeLessThanOrEqual(cap / 4)
    expect(Number(sizes["all"])).toBe(Number(sizes["of:one"]) + Number(sizes["of:two"]))
    expect(await node(3).client("two").responses.retrieve(others.id)).toMatchObject({ id: others.id })
  })
})
