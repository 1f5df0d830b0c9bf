import { Claude, createGateway, Endpoints, layerFetch } from "../../../src/index.ts"
import { make } from "../../../src/sandbox.ts"

/** A script that asks a gateway once and closes nothing; its vendor answers, or never does. */
const [, , vendor] = process.argv
const isSilent = vendor === "silent"
const fetch = isSilent ? () => new Promise<never>(() => undefined) : make({ key: "vendor", pace: 0 }).fetch
const gateway = createGateway({
  endpoints: [Endpoints.messages],
  families: [Claude.layer({ key: "vendor", clocks: isSilent ? { firstByte: 300 } : {} })],
  keys: ["k"],
  upstream: layerFetch(fetch)
})
const body = { model: "claude-haiku-4-5", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] }
const headers = { "x-api-key": "k", "content-type": "application/json" }
const request = new Request("http://gateway.test/v1/messages", { method: "POST", headers, body: JSON.stringify(body) })
const answer = await gateway.fetch(request)
await answer.text()
const answered = performance.now()
process.on("exit", () => console.log(JSON.stringify([answer.status, performance.now() - answered])))
