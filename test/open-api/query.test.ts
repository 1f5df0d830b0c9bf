import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as Endpoints from "../../src/endpoints.ts"
import { type Endpoint, type Head, queryParameters } from "../../src/endpoints/endpoint.ts"
import { DressingTasks } from "../../src/lab/dressing.ts"
import { lab } from "../../src/lab/endpoints.ts"
import { ListedModels } from "../../src/capabilities/models.ts"
import { MediaLinks } from "../../src/media/store/links.ts"

/** What handlers ask for before they look at the query. */
const services = Layer.mergeAll(
  DressingTasks.none,
  MediaLinks.layer({ secret: "of more than thirty-two characters" }),
  Layer.succeed(ListedModels)({ list: [], more: Effect.succeed([]), find: () => undefined })
)

/** Queries of which one is well-formed for every endpoint that reads one. */
const queries = ["", "id=a&taskId=a&expires=9999999999&signature=a", "alt=json"]

/** Which parameters an endpoint asks for. */
const askedBy = async (endpoint: Endpoint<unknown>): Promise<ReadonlySet<string>> => {
  const asked = new Set<string>()
  for (const query of queries) {
    const search = new URLSearchParams(query)
    const recording = new Proxy(search, {
      get: (_, method) => (name: string) => {
        asked.add(name)
        return method === "getAll" ? search.getAll(name) : method === "has" ? search.has(name) : search.get(name)
      }
    })
    const head: Head = {
      method: endpoint.method,
      path: endpoint.path,
      params: { ref: "a", id: "a", model: "a" },
      headers: {},
      search: () => recording,
      requestId: "r",
      address: () => undefined
    }
    const incoming = { head, principal: { name: "p", may: () => true }, body: new Uint8Array(0) }
    const handled = Effect.suspend(() => endpoint.handle(incoming)).pipe(Effect.scoped, Effect.provide(services))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what else it asks for is not there, and is asked for later
    await Effect.runPromiseExit(handled as Effect.Effect<unknown, unknown>)
  }
  return asked
}

const endpoints: readonly Endpoint<unknown>[] = [...Object.values(Endpoints), ...lab()]

it("is read by eight endpoints", () => {
  expect(endpoints.filter(({ query }) => Object.keys(query ?? {}).length > 0)).toHaveLength(8)
})

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))("the query of %s", (_id, endpoint) => {
  it("is documented as it is read, a key apart", async () => {
    const asked = [...(await askedBy(endpoint))].filter((name) => name !== "key" || !endpoint.auth.includes("query"))
    expect(asked.toSorted()).toEqual(Object.keys(endpoint.query ?? {}).toSorted())
  })
})

it("parameters of the query are told as such", () =>
  expect(
    queryParameters({ alt: { schema: { type: "string" }, read: (value) => value, required: true } })
  ).toMatchObject([{ name: "alt", in: "query", required: true, schema: { type: "string" } }]))
