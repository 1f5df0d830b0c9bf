import { expect, it } from "vitest"
import { routeTable } from "../../src/gateway/route-table.ts"
import { servedEndpoints } from "../../src/hosts/cli/served.ts"

it.each(["HEAD", "GET"])("%s /api/hello, with which Claude Code opens its connection, is an open probe", (method) => {
  const place = routeTable<unknown>(servedEndpoints)(method, "/api/hello")
  expect(place).toMatchObject({ kind: "endpoint", endpoint: { id: "livez", auth: [] } })
})
