import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import type { Endpoint } from "../../src/endpoints/endpoint.ts"
import { responses } from "../../src/formats.ts"
import { Gateway } from "../../src/gateway/gateway.ts"

it.each([undefined, "never read"])("an endpoint that takes no body is handed no byte of one: %s", async (body) => {
  const own: Endpoint = {
    id: "own",
    method: "POST",
    path: "/own",
    auth: [],
    body: { kind: "none" },
    summary: "",
    handle: ({ body: given }) => Effect.succeed({ status: 200, headers: {}, body: `${given.length} bytes` }),
    error: responses.encodeError
  }
  const gateway = Gateway.make(Gateway.layer(own).pipe(Layer.provide(Credentials.keys("k"))))
  const init = { method: "POST", ...(body !== undefined && { body }) }
  const answer = await gateway.fetch(new Request("http://gateway.invalid/own", init))
  expect(await answer.text()).toBe("0 bytes")
  await gateway.dispose()
})
