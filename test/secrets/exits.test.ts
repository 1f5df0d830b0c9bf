import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { inspect } from "node:util"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import { afterEach, expect, it, vi } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { fromEnvironment } from "../../src/config/environment.ts"
import { livez, metrics } from "../../src/endpoints/monitoring.ts"
import type { Endpoint, Head } from "../../src/endpoints/endpoint.ts"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import {
  Gateway,
  Metering,
  OpenAI,
  Families,
  layerFetch,
  layerTelemetry,
  Secrets,
  redactorOf
} from "../../src/index.ts"
import type { MeterEntry } from "../../src/gateway.ts"
import { shownDefect, redactorFor, withholdSecrets } from "../../src/hosts/cli/secrets.ts"
import { GatewayError } from "../../src/core/errors/error.ts"
import { canary, encodings, tells } from "./canary.ts"

afterEach(() => void vi.restoreAllMocks())

/** An endpoint whose errors say what it is made to say. */
const failing = (say: (head: Head) => string): Endpoint => ({
  ...livez,
  auth: ["bearer", "x-api-key", "query"],
  handle: ({ head }) => Effect.fail(new GatewayError("InvalidRequest", say(head)))
})

const gatewayOf = (endpoint: Endpoint, client: string, more: Layer.Layer<never> = Layer.empty) =>
  Gateway.make(Gateway.layer(endpoint).pipe(Layer.provide(Credentials.keys(client)), Layer.provide(more)))

const request = (headers: Record<string, string>, query = ""): Request =>
  new Request(`http://gateway.invalid/livez${query}`, { headers })

it.each([
  ["Authorization", (key: string) => request({ authorization: `Bearer ${key}` })],
  ["Authorization, twice a bearer's", (key: string) => request({ authorization: `Bearer Bearer ${key}` })],
  ["x-api-key", (key: string) => request({ "x-api-key": key })],
  ["a header that the route does not take", (key: string) => request({ "x-goog-api-key": key })],
  ["the query", (key: string) => request({}, `?key=${encodeURIComponent(key)}`)]
])("an error does not quote the key in %s", async (_, asking) => {
  const key = canary()
  for (const { of } of encodings) {
    const quoting = failing(() => `Seen: ${of(key)}`)
    const gateway = gatewayOf({ ...quoting, auth: [] }, key)
    const answer = await (await gateway.fetch(asking(key))).text()
    expect([answer, tells(answer, key)]).toEqual([expect.stringContaining("[redacted]"), false])
    await gateway.dispose()
  }
})

it.each(["authorization", "x-api-key", "x-goog-api-key"])("a key in %s is no request's id", async (header) => {
  const key = `canary-${crypto.randomUUID()}`
  const gateway = gatewayOf(livez, key)
  const asked = request({ [header]: header === "authorization" ? `Bearer ${key}` : key, "x-request-id": key })
  const { headers } = await gateway.fetch(asked)
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f]{32}$/)
  asked.headers.set("x-request-id", key.slice(-6))
  expect((await gateway.fetch(asked)).headers.get("x-request-id")).toBe(key.slice(-6))
  await gateway.dispose()
})

it("an error does not tell what the deployment keeps to itself", async () => {
  const [client, other] = [canary(), canary()]
  const gateway = gatewayOf(
    failing(() => `Seen: ${other}`),
    client,
    Layer.succeed(Secrets)(redactorOf([other]))
  )
  const answer = await (await gateway.fetch(request({ authorization: `Bearer ${client}` }))).text()
  expect([answer, tells(answer, other)]).toEqual([expect.stringContaining("[redacted]"), false])
  await gateway.dispose()
})

const run = () => {
  const secrets = { vendor: canary(), client: `canary-${"c".repeat(20)}`, login: canary(), redis: canary() }
  const read = fromEnvironment(
    {
      OPENAI_API_KEY: secrets.vendor,
      ISOGLOSS_KEYS: secrets.client,
      ISOGLOSS_LOGIN_SECRET: secrets.login,
      ISOGLOSS_TASKS: `redis://user:${encodeURIComponent(secrets.redis)}@host.invalid`
    },
    "made"
  )
  if (!read.ok || read.value.tasks === undefined) throw new Error(inspect(read))
  return { secrets, redactor: redactorFor({ tasks: read.value.tasks, media: undefined }, read.value) }
}

it.each(["vendor", "client", "login", "redis"] as const)(
  "nothing that is logged tells the secret of %s",
  async (name) => {
    const written: string[] = []
    for (const level of ["log", "error", "warn", "info", "debug", "trace"] as const) {
      vi.spyOn(console, level).mockImplementation((...said) => void written.push(...said.map(String)))
    }
    const { secrets, redactor } = run()
    const secret = secrets[name]
    const logging = Effect.gen(function* () {
      for (const { of } of encodings) {
        yield* Effect.logError(`A message: ${of(secret)}`, { nested: { in: [of(secret)] } })
        yield* Effect.annotateLogs(Effect.logWarning("Annotated."), { annotation: of(secret) })
        yield* Effect.logFatal(new Error(`An error: ${of(secret)}`))
        yield* Effect.sandbox(Effect.die(new Error(`A defect: ${of(secret)}`))).pipe(
          Effect.catch((cause) => Effect.logError("A cause.", cause))
        )
      }
    })
    await Effect.runPromise(Effect.provide(logging, withholdSecrets(redactor)))
    expect(written.filter((line) => line.includes("[redacted]")).length).toBeGreaterThanOrEqual(4 * encodings.length)
    expect(written.filter((line) => tells(line, secret))).toEqual([])
  }
)

it("what stands for an upstream's key is told, unless a client has it as its own", () => {
  const redactorOfKeys = (vendor: string, client: string) => {
    const read = fromEnvironment({ OPENAI_API_KEY: vendor, ISOGLOSS_KEYS: client }, "made")
    if (!read.ok) throw new Error(inspect(read))
    return redactorFor({ tasks: { kind: "memory" }, media: undefined }, read.value)
  }
  expect(redactorOfKeys("lm-studio", canary()).text("lm-studio")).toBe("lm-studio")
  expect(redactorOfKeys("lm-studio", "lm-studio").text("lm-studio")).toBe("[redacted]")
})

it("a defect shows no secret, in none of its texts and of its causes", () => {
  const { secrets, redactor } = run()
  const cause = Object.assign(new Error(`Invalid URL ${secrets.redis}`), { input: secrets.redis })
  const thrown = new Error(`A defect: ${secrets.vendor}`, { cause })
  const shown = inspect(shownDefect(redactor, thrown))
  expect(shown).toContain("A defect: [redacted]")
  for (const secret of Object.values(secrets)) expect(tells(shown, secret)).toBe(false)
})

it.each(["throw", "reject"])("what ends the process tells no secret: %s", async (how) => {
  const secret = canary()
  const file = fileURLToPath(new URL("panic.ts", import.meta.url))
  const child = spawn(process.execPath, [file, how], { env: { CANARY: secret }, stdio: ["ignore", "ignore", "pipe"] })
  let printed = ""
  child.stderr.on("data", (piece: Buffer) => (printed += piece.toString()))
  const [code] = await once(child, "close")
  expect([code, printed]).toEqual([1, expect.stringContaining("A panic: [redacted]")])
  expect(tells(printed, secret)).toBe(false)
})

it("no span, no count and no entry of the ledger tells a vendor's key", async () => {
  const [client, key] = [canary(), canary()]
  const entries: MeterEntry[] = []
  const spans: Tracer.Span[] = []
  const span: Tracer.Tracer["span"] = (options) => {
    const made = Tracer.nativeTracer.span(options)
    spans.push(made)
    return made
  }
  for (const { of } of encodings) {
    const told = `{"error":{"message":"Bad key ${of(key)}","type":"${of(key)}","code":"${of(key)}"}}`
    const gateway = Gateway.make(
      Gateway.layer(chatCompletions, { ...metrics, auth: [] }).pipe(
        Layer.provide(Families.of(OpenAI.layer({ key, url: "http://vendor.invalid/v1" }))),
        Layer.provide(
          layerFetch(async () => new Response(told, { status: 429, headers: { "x-should-retry": "false" } }))
        ),
        Layer.provide(Credentials.keys(client)),
        Layer.provide(Layer.succeed(Metering)({ record: (entry) => Effect.sync(() => void entries.push(entry)) })),
        Layer.provide(layerTelemetry()),
        Layer.provide(Layer.succeed(Tracer.Tracer)(Tracer.make({ span })))
      )
    )
    const body = JSON.stringify({ model: "gpt-4o", messages: [{ role: "user", content: "Hello" }] })
    const headers = { authorization: `Bearer ${client}`, "content-type": "application/json" }
    const ask = (path: string, init: RequestInit): Promise<Response> =>
      gateway.fetch(new Request(`http://gateway.invalid${path}`, { headers, ...init }))
    await (await ask("/v1/chat/completions", { method: "POST", body })).text()
    const counted = await (await ask("/metrics", {})).text()
    expect([tells(counted, key), tells(counted, client)]).toEqual([false, false])
    await gateway.dispose()
  }
  expect([entries.length, spans.length]).toEqual([9, 18])
  const seen = inspect(
    [entries, entries.map(({ error }) => error?.details), spans.map((it) => [it.name, [...it.attributes]])],
    { depth: 12, maxStringLength: null, breakLength: Infinity }
  )
  expect(seen).toContain("[redacted]")
  expect([tells(seen, key), tells(seen, client)]).toEqual([false, false])
})
