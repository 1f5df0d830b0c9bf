import { afterAll, describe, expect, it } from "vitest"
import { readFile } from "../../src/config/file.ts"
import { anyCarrier, type KeyCarrier } from "../../src/credentials/credentials.ts"
import type { Endpoint } from "../../src/endpoints/endpoint.ts"
import { metrics } from "../../src/endpoints/monitoring.ts"
import { openApi } from "../../src/endpoints/open-api.ts"
import { composeGateway } from "../../src/hosts/cli/compose.ts"
import { servedEndpoints } from "../../src/hosts/cli/served.ts"
import { labWithoutLogins } from "../../src/lab/endpoints.ts"

const read = readFile(
  JSON.stringify({
    keys: [{ key: "one" }, { key: "two" }],
    upstreams: { openai: { family: "openai", key: "vendor", url: "http://upstream.invalid/v1" } },
    log: { level: "none" }
  }),
  {}
)
if (!read.ok) throw new Error(JSON.stringify(read.error))
const gateway = await composeGateway(read.value)
afterAll(() => gateway.dispose({ grace: 0 }))

const routes: readonly Pick<Endpoint, "id" | "method" | "path" | "auth">[] = [
  ...servedEndpoints,
  ...labWithoutLogins(),
  openApi,
  metrics
].filter(({ auth }) => auth.length > 0)

const headerOf = (carrier: Exclude<KeyCarrier, "query">, key: string): readonly [string, string] =>
  carrier === "bearer" || carrier === "login" ? ["authorization", `Bearer ${key}`] : [carrier, key]

/** Whether a route lets nobody in who carries these keys. */
const refuses = async ({ method, path }: (typeof routes)[number], keys: Partial<Record<KeyCarrier, string>>) => {
  const url = new URL(`http://gateway.test${path.replaceAll(/(?<=\/)[:*]\w+/g, "x")}`)
  const headers = new Headers()
  for (const carrier of ["login", ...anyCarrier] as const) {
    const key = keys[carrier]
    if (key === undefined) continue
    if (carrier === "query") url.searchParams.set("key", key)
    else headers.set(...headerOf(carrier, key))
  }
  return (await gateway.fetch(new Request(url, { method, headers }))).status === 401
}

describe.each(routes)("two keys at $method $path", (route) => {
  const [first = "bearer"] = route.auth
  const others = anyCarrier.filter((carrier) => carrier !== first && (first !== "login" || carrier !== "bearer"))
  const taken = others.filter((carrier) => route.auth.includes(carrier))

  it("of which nobody has one are the other's, wherever they stand", async () => {
    for (const other of others)
      expect([other, await refuses(route, { [first]: "one", [other]: "none" })]).toEqual([other, false])
    for (const other of taken)
      expect([other, await refuses(route, { [first]: "none", [other]: "one" })]).toEqual([other, false])
  })

  it("of which the route reads only a wrong one, or two that are somebody's, let nobody in", async () => {
    for (const other of others) {
      const isTaken = taken.includes(other)
      expect([other, await refuses(route, { [first]: "one", [other]: "two" })]).toEqual([other, isTaken])
      expect([other, await refuses(route, { [first]: "none", [other]: isTaken ? "nobody's" : "one" })]).toEqual([
        other,
        true
      ])
    }
  })
})

it("are looked at on every route that asks for one", () => {
  expect(routes.filter(({ auth }) => auth.length > 1).length).toBeGreaterThanOrEqual(12)
  expect(routes.length).toBeGreaterThanOrEqual(33)
})
