import * as Layer from "effect/Layer"
import { createServer } from "node:http"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import {
  Claude,
  createGateway,
  type CreatedGateway,
  defaultUpstreamLimits,
  Endpoints,
  layerFetch,
  OpenAI
} from "../../src/index.ts"
import { attach, layerUndici, type NodeOptions, toNodeHandler } from "../../src/node.ts"

/** A value as whoever has no types may give it. */
const untyped = (value: unknown): never =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that it is not of its type is what is tested
  value as never

describe("what is chosen for a gateway, and is not what it must be", () => {
  const grace = "`grace` must be a number of milliseconds, 0 or more."
  const prefix = "`prefix` must be a path, such as `/api/ai`."
  const endpoints = "`endpoints` must be a list of endpoints, such as `Endpoints.chatCompletions`."
  const families = "`families` must be a list of families, such as `OpenAI.layer({ key })`."
  const routes =
    "`routes` must be a list of objects with `match` and `upstream`, and `model` and `like` where they are wanted: all texts."
  const upstream = "`upstream` must be a Layer, such as `layerFetch()`."
  const format = "`openai` has a wrong option: `format` must be `responsesApi`."
  const layers = "`layers` must be a Layer, as `Layer.mergeAll` makes of several."
  it.each([
    [{ grace: Number.NaN }, grace],
    [{ grace: -1 }, grace],
    [{ grace: "5000" }, grace],
    [{ prefix: 5 }, prefix],
    [{ prefix: "/api?ai" }, prefix],
    [{ prefix: "/api#ai" }, prefix],
    [{ prefx: "/ai" }, "`prefx` is not a known member. Known members are `endpoints`, `families`, `keys`,"],
    [{ authenticate: () => undefined }, "Either `keys` or `authenticate` says who may call, not both."],
    [{ endpoints: [] }, "`endpoints` must be a list of at least one endpoint."],
    [{ families: [] }, "`families` must be a list of at least one family."],
    [{ families: [OpenAI.layer({ key: "k", format: untyped({ id: "responses" }) })] }, format],
    [{ families: [OpenAI.layer({ key: "k", also: untyped("responses") })] }, format.replace("format", "also")],
    [{ endpoints: undefined }, endpoints],
    [{ endpoints: Endpoints.messages }, endpoints],
    [{ endpoints: [undefined] }, endpoints],
    [{ endpoints: "messages" }, endpoints],
    [{ families: undefined }, families],
    [{ families: Claude.layer({ key: "k" }) }, families],
    [{ families: [Claude.layer] }, families],
    [
      { families: [Claude.layer({ key: "k" }), layerFetch()] },
      "`families[1]` is no family, such as `OpenAI.layer({ key })`: it is a Layer that gives `isogloss/Upstream`."
    ],
    [
      { families: [Layer.empty] },
      "`families[0]` is no family, such as `OpenAI.layer({ key })`: it is a Layer that gives nothing."
    ],
    [{ routes: { match: "a", upstream: "claude" } }, routes],
    [{ routes: [null] }, routes],
    [{ routes: [{ match: 5, upstream: "claude" }] }, routes],
    [{ routes: [{ match: "a" }] }, routes],
    [{ routes: [{ match: "a", upstream: "claude", model: 5 }] }, routes],
    [{ upstream: fetch }, upstream],
    [{ upstream: null }, upstream],
    [{ layers: [] }, layers],
    [{ bodies: 1024 }, "`bodies` must be an object."],
    [{ answers: null }, "`answers` must be an object."],
    [{ requests: Number.NaN }, "`requests` must be a number above 0."],
    [{ bodies: { all: 1024, share: "0.5" } }, "`bodies.share` must be a number above 0 and at most 1."],
    [{ bodies: { all: 1024, share: 2 } }, "`bodies.share` must be a number above 0 and at most 1."],
    [{ upstream: layerUndici({ sockets: Number.NaN }) }, "`sockets` must be a number above 0."],
    [{ upstream: layerUndici({ retries: -1 }) }, "`retries` must be a number from 0."],
    [{ upstream: layerFetch(fetch, { share: 1.5 }) }, "`share` must be a number above 0 and at most 1."],
    [{ upstream: layerFetch(fetch, JSON.parse('{"clocks":5}')) }, "`clocks` must be an object."],
    [
      { upstream: layerFetch(fetch, { clocks: { ...defaultUpstreamLimits.clocks, total: Number.NaN } }) },
      "`clocks.total` must be a number above 0."
    ],
    [{ answers: { whole: -1, event: 1024, kept: 1024 } }, "`answers.whole` must be a number above 0."],
    [{ log: console }, "`log` must be a function."],
    [{ onRequest: 5 }, "`onRequest` must be a function."]
  ])("is refused in plain words: %j", async (wrong, why) => {
    vi.spyOn(console, "log").mockImplementation(() => undefined)
    onTestFinished(() => void vi.restoreAllMocks())
    const parts = {
      endpoints: [Endpoints.messages],
      families: [Claude.layer({ key: "k" })],
      keys: ["a client's"]
    } as const
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that it is not of its type is what is tested
    const gateway = createGateway({ ...parts, ...(wrong as object) })
    onTestFinished(() => gateway.close())
    await expect(gateway.ready).rejects.toThrow(why)
    const answer = await gateway.fetch(new Request("http://gateway.test/v1/messages", { method: "POST", body: "{}" }))
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { error: { message: expect.stringContaining(why) } }
    ])
  })
})

it.each([[], [undefined], [{}]])("a gateway of nothing says in words what is missing: %j", async (...given) => {
  vi.spyOn(console, "log").mockImplementation(() => undefined)
  onTestFinished(() => void vi.restoreAllMocks())
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that nothing is given is what is tested
  const gateway = (createGateway as (...given: readonly unknown[]) => CreatedGateway)(...given)
  onTestFinished(() => gateway.close())
  await expect(gateway.ready).rejects.toThrow(/^`(endpoints|families|keys)` must be a list of/)
})

it.each([undefined, null, {}, () => undefined])("what is no gateway is not mounted: %j", (given) => {
  expect(() => toNodeHandler(untyped(given))).toThrow(
    "What is mounted must be a gateway, as `createGateway` makes one."
  )
})

const served = () => {
  const families = [Claude.layer({ key: "k" })] as const
  const gateway = createGateway({ endpoints: [Endpoints.messages], families, keys: ["a client's"] })
  onTestFinished(() => gateway.close())
  return gateway
}

it.each([Number.NaN, -1, "5000"])("a gateway is not closed with a grace that is none: %j", async (grace) => {
  const gateway = served()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that it is not of its type is what is tested
  const closing = gateway.close({ grace: grace as number })
  await expect(closing).rejects.toThrow("`grace` must be a number of milliseconds, 0 or more.")
  await gateway.ready
})

describe("what is chosen for a host of node:http, and is not what it must be", () => {
  const clock = "must be a number of milliseconds above 0"
  it.each<[NodeOptions & { connections?: object }, string]>([
    [{ stalled: Number.NaN }, "`stalled` must be a number above 0."],
    [{ stalled: 0 }, "`stalled` must be a number above 0."],
    [{ body: Number.NaN }, `\`body\` ${clock}`],
    [{ body: -1 }, `\`body\` ${clock}`],
    [{ body: Infinity }, `\`body\` ${clock}`],
    [{ proxies: Number.NaN }, "`proxies` must be a whole number from 0."],
    [{ proxies: 1.5 }, "`proxies` must be a whole number from 0."],
    [{ connections: { all: Number.NaN } }, "`connections.all` must be a number from 0."],
    [{ connections: { address: -1 } }, "`connections.address` must be a number from 0."]
  ])("is refused in plain words: %o", (wrong, why) => {
    if (!("connections" in wrong)) expect(() => toNodeHandler(served(), wrong)).toThrow(why)
    const server = createServer()
    expect(() => attach(server, served(), wrong)).toThrow(why)
    expect(server.eventNames()).toEqual(createServer().eventNames())
  })
})
