import { expect, it } from "vitest"
import { SearchBudget } from "../../../src/formats/generate-content/output-text.ts"

const mega = 1024 * 1024

it("texts are looked through as long as they are 8 Mi characters together", () => {
  const budget = new SearchBudget()
  const texts = ["x".repeat(4 * mega)]
  expect([budget.through(() => texts), budget.isOver]).toEqual([texts, false])
  expect([budget.through(() => texts), budget.isOver]).toEqual([texts, true])
  expect(budget.through(() => texts)).toEqual([])
})
