import { expect, it } from "vitest"
import { descriptions } from "../../src/endpoints/open-api.ts"
import * as Endpoints from "../../src/endpoints.ts"
import { placesIn, type Schema } from "./asked.ts"

const readers = Object.values(Endpoints).filter(({ body }) => body.kind !== "none")

it("bodies are read by 17 endpoints", () => expect(readers).toHaveLength(17))

it.each(readers)("$id says what its body may hold", ({ id }) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a description's body is a schema
  const schema = descriptions.get(id)?.request as Schema | undefined
  expect(placesIn(schema ?? {}).length).toBeGreaterThan(1)
})
