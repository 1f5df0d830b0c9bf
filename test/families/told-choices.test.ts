import { expect, it } from "vitest"
import type { ParameterFindings } from "../../src/families/parameters/reader.ts"
import { numberAmong } from "../../src/families/parameters/values.ts"

it("What is none of a few numbers is refused with all of them", () => {
  const must: string[] = []
  const reader: ParameterFindings = {
    must: (at: string, wanted: string) => void must.push(`${at} ${wanted}`),
    kind: undefined,
    issue: () => undefined,
    absent: () => undefined,
    refuse: () => undefined,
    note: () => undefined
  }
  expect(numberAmong(4, 6, 8)(5, "/seconds", reader)).toBeUndefined()
  expect(must).toEqual(["/seconds be one of 4, 6, 8"])
})
