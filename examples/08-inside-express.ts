// A gateway inside an Express app whose own login decides who calls; what the app refuses, SDKs read as their errors.
import assert from "node:assert/strict"
import { once } from "node:events"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import express from "express"
import OpenAI, { AuthenticationError } from "openai"
import { toExpress } from "../src/express.ts"
import { Claude, Credentials, Families, Gateway, GatewayError, layerFetch, Endpoints } from "../src/index.ts"
import * as Sandbox from "../src/sandbox.ts"

const sessions = new Map([["Bearer session-of-ada", "ada"]])

const asTheAppSays = Layer.succeed(Credentials)({
  authenticate: ([user]) => Effect.succeed({ name: user?.secret ?? "nobody", may: () => true })
})
const gateway = Gateway.make(
  Gateway.layer(Endpoints.chatCompletions).pipe(
    Layer.provide(Families.of(Claude.layer({ key: "the vendor's" }))),
    Layer.provide(layerFetch(Sandbox.make({ key: "the vendor's" }).fetch)),
    Layer.provide(asTheAppSays)
  )
)

const app = express()
app.use(express.json({ limit: "32mb" }))
app.use("/ai", (request, _, next) => {
  const user = sessions.get(request.headers.authorization ?? "")
  if (user === undefined) return next(new GatewayError("Unauthenticated", "Log in first."))
  request.headers.authorization = `Bearer ${user}`
  next()
})
app.use("/ai", toExpress(gateway))
app.use("/ai", (_, response) => void response.send("The app's own."))

const server = app.listen(0, "127.0.0.1")
await once(server, "listening")
const address = server.address()
assert(typeof address === "object" && address !== null)
const at = `http://127.0.0.1:${address.port}/ai`
const hello = { model: "claude-haiku-4-5", messages: [{ role: "user" as const, content: "Hello" }] }
const ask = (apiKey: string) => new OpenAI({ baseURL: `${at}/v1`, apiKey }).chat.completions.create(hello)
assert.equal((await ask("session-of-ada")).choices[0]?.finish_reason, "stop")
await assert.rejects(ask("session-of-eve"), AuthenticationError)

await gateway.dispose()
server.close()
