import { errorAnswer, unmatched } from "../../src/gateway/error-answers.ts"
import { GatewayError } from "../../src/core/errors/error.ts"
import { noSecrets } from "../../src/core/secrets/redactor.ts"
import { list } from "./list.ts"
import type { Works } from "./measure.ts"

const unknownKey = new GatewayError("Unauthenticated", "The API key is not valid.")

/** What is told of a request whose query carries so many keys. */
export const works: Works = {
  refusal: [
    6,
    (count) => {
      const search = new URLSearchParams(list(count, (at) => `key=key-number-${at}`).join("&"))
      const head = {
        method: "GET",
        path: "/v1/models",
        params: {},
        headers: {},
        search: () => search,
        requestId: "r",
        address: () => undefined
      }
      return () => errorAnswer((error) => unmatched([], head, error), unknownKey, head, noSecrets)
    }
  ]
}
