// A key store of one's own: who calls is looked up when they call, by anything that Effect can do.
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import OpenAI from "openai"
import { Claude, Credentials, Families, Gateway, GatewayError, layerFetch, Endpoints } from "../src/index.ts"
import * as Sandbox from "../src/sandbox.ts"

const accounts = new Map([["ada-2026", { name: "ada", may: (model: string) => model.startsWith("claude-") }]])
const unknown = new GatewayError("Unauthenticated", "This key is not known here.")

const ownCredentials = Layer.succeed(Credentials)({
  authenticate: ([first]) =>
    Effect.suspend(() => {
      const account = accounts.get(first?.secret ?? "")
      return account === undefined ? Effect.fail(unknown) : Effect.succeed(account)
    })
})

const gateway = Gateway.make(
  Gateway.layer(Endpoints.chatCompletions).pipe(
    Layer.provide(Families.of(Claude.layer({ key: "the vendor's" }))),
    Layer.provide(layerFetch(Sandbox.make({ key: "the vendor's" }).fetch)),
    Layer.provide(ownCredentials)
  )
)

const fetch = (url: string | URL | Request, init?: RequestInit) => gateway.fetch(new Request(url, init))
const client = new OpenAI({ baseURL: "http://gateway/v1", apiKey: "ada-2026", fetch })
const hello = { model: "claude-haiku-4-5", messages: [{ role: "user" as const, content: "Hello" }] }

const { choices } = await client.chat.completions.create(hello)
assert.deepEqual([choices[0]?.message.role, choices[0]?.finish_reason], ["assistant", "stop"])
accounts.delete("ada-2026")
await assert.rejects(client.chat.completions.create(hello), { status: 401, message: "401 This key is not known here." })
await gateway.dispose()
