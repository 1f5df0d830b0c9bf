import { expect, it } from "vitest"
import { unmatched } from "../../src/endpoints/unmatched.ts"
import { errorAnswer } from "../../src/gateway/error-answers.ts"
import { GatewayError } from "../../src/core/errors/error.ts"
import { noSecrets } from "../../src/core/secrets/redactor.ts"
import { list } from "./list.ts"

/** The head of a request whose query carries so many keys. */
const headWith = (count: number) => ({
  method: "GET",
  path: "/v1/models",
  params: {},
  headers: {},
  search: () => new URLSearchParams(list(count, (at) => `key=key-number-${at}`).join("&")),
  requestId: "r",
  address: () => undefined
})

const unknownKey = new GatewayError("Unauthenticated", "The API key is not valid.")

/** The least time of this thread that twenty refusals took in three tries, in microseconds. */
const costOf = (count: number): number => {
  const head = headWith(count)
  const tries = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage()
    for (let time = 0; time < 20; time++)
      errorAnswer((error) => unmatched([], head, error), unknownKey, head, noSecrets)
    return process.threadCpuUsage(before).user
  })
  return Math.min(...tries)
}

it("a stranger's thousand keys cost little more than the few that carriers hold", () => {
  expect(costOf(1000)).toBeLessThan(5 * Math.max(8_000, costOf(6)))
})
