import { expect, it } from "vitest"
import { OutageLog } from "../../src/core/errors/error.ts"

it("an outage begins with its first failure, and tells at its end how many there were", () => {
  const outage = new OutageLog()
  expect([outage.begins(), outage.begins(), outage.ends()]).toEqual([true, false, 2])
  expect([outage.ends(), outage.begins()]).toEqual([0, true])
})
