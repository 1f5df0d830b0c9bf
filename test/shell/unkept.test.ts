import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { composeGateway } from "../../src/hosts/cli/compose.ts"
import { servedEndpoints } from "../../src/hosts/cli/served.ts"
import { Credentials } from "../../src/credentials/credentials.ts"
import { fromEnvironment } from "../../src/config/environment.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import type { Endpoint } from "../../src/endpoints/endpoint.ts"

const configuration = fromEnvironment({}, "made")
if (!configuration.ok) throw new Error("The sandbox needs no configuration.")

const ask = { method: "POST", headers: { authorization: "Bearer sandbox", "content-type": "application/json" } }

describe("an answer", () => {
  it.each(servedEndpoints.map(({ id, method, path }) => [id, method, path] as const))(
    "of %s may be kept by nobody on its way",
    async (_, method, path) => {
      const gateway = await composeGateway(configuration.value)
      const url = `http://gateway.invalid${path.replace(/[:*](?:ref|id|task_id|model)\b/, "gpt-4o")}`
      const answer = await gateway.fetch(
        new Request(url, method === "GET" ? { headers: ask.headers } : { ...ask, body: "{}" })
      )
      expect(answer.headers.get("cache-control")).toBe("no-store")
      await gateway.dispose()
    }
  )

  it("whose endpoint says for how long is kept so", async () => {
    const own: Endpoint = {
      id: "own",
      method: "GET",
      path: "/own",
      auth: [],
      body: { kind: "none" },
      summary: "",
      handle: () => Effect.succeed({ status: 200, headers: { "cache-control": "max-age=60" }, body: "" }),
      error: servedEndpoints[0].error
    }
    const gateway = Gateway.make(Gateway.layer(own).pipe(Layer.provide(Credentials.keys("k"))))
    const answer = await gateway.fetch(new Request("http://gateway.invalid/own"))
    expect(answer.headers.get("cache-control")).toBe("max-age=60")
    await gateway.dispose()
  })
})
