import { createServer } from "node:http"
import OpenAI from "openai"
import { describe, expect, it, onTestFinished } from "vitest"
import { readFile } from "../../../src/config/file.ts"
import { composeGateway } from "../../../src/hosts/cli/compose.ts"
import { attach } from "../../../src/hosts/node.ts"
import { closed, listen } from "../../faults/loopback.ts"
import { type Asked, vendor } from "./vendor.ts"

/** What a vendor was asked by a client of both formats, where the configuration says this of its upstream. */
const askedOf = async (upstream: object): Promise<readonly Asked[]> => {
  const { server: vendorServer, asked } = vendor()
  const url = `http://127.0.0.1:${await listen(vendorServer)}/v1`
  const read = readFile(
    JSON.stringify({
      keys: [{ key: "one" }],
      upstreams: { u: { url, key: "k", ...upstream } },
      models: [{ match: "*", upstream: "u" }]
    }),
    {}
  )
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  const gateway = await composeGateway(read.value)
  const server = createServer()
  attach(server, gateway, {})
  onTestFinished(async () => {
    await gateway.dispose()
    await Promise.all([closed(server), closed(vendorServer)])
  })
  await gateway.ready
  const client = new OpenAI({ apiKey: "one", baseURL: `http://127.0.0.1:${await listen(server)}/v1`, maxRetries: 0 })
  await client.chat.completions.create({ model: "gpt-4o", messages: [{ role: "user", content: "Hi" }] })
  await client.responses.create({ model: "gpt-4o", input: "Hi" })
  return asked
}

describe("an upstream of a family whose API speaks two formats", () => {
  it.each([
    ["compatible", ["chat-completions", "responses"], ["/v1/chat/completions", "/v1/responses"]],
    ["openrouter", ["responses", "chat-completions"], ["/v1/chat/completions", "/v1/responses"]],
    ["deepseek", ["responses"], ["/v1/responses", "/v1/responses"]],
    ["compatible", "responses", ["/v1/responses", "/v1/responses"]],
    ["compatible", ["chat-completions"], ["/v1/chat/completions", "/v1/chat/completions"]],
    ["openai", undefined, ["/v1/chat/completions", "/v1/responses"]],
    ["openrouter", undefined, ["/v1/chat/completions", "/v1/chat/completions"]],
    ["openai", "chat-completions", ["/v1/chat/completions", "/v1/chat/completions"]]
  ] as const)("of %s is called in the formats that its configuration names: %j", async (family, format, paths) => {
    expect((await askedOf({ family, format })).map(({ path }) => path)).toEqual(paths)
  })
})
