import { expect, it } from "vitest"
import { tableOf } from "../../src/gateway/table.ts"
import { endpoints } from "../../src/hosts/cli/endpoints.ts"

it.each(["HEAD", "GET"])("%s /api/hello, with which Claude Code opens its connection, is an open probe", (method) => {
  const place = tableOf<unknown>(endpoints)(method, "/api/hello")
  expect(place).toMatchObject({ kind: "endpoint", endpoint: { id: "livez", auth: [] } })
})
