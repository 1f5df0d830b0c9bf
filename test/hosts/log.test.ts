import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { describe, expect, it, onTestFinished } from "vitest"
import { Claude, createGateway, Endpoints, layerFetch, type Log, type LogEntry } from "../../src/index.ts"
import { make } from "../../src/sandbox.ts"
import { clientKey, upstreamKey } from "./gateway.ts"
import { logged } from "./logged.ts"

const gatewayOf = (log: Log, layers: Layer.Layer<never> = Layer.empty, key = upstreamKey) => {
  const gateway = createGateway({
    endpoints: [Endpoints.messages],
    families: [Claude.layer({ key })],
    keys: [clientKey],
    upstream: layerFetch(make({ key: upstreamKey, pace: 0 }).fetch),
    layers,
    log
  })
  onTestFinished(() => gateway.close())
  return gateway
}

const ask = async (gateway: ReturnType<typeof gatewayOf>, model = "claude-haiku-4-5-error-500") => {
  const headers = { "x-api-key": clientKey, "content-type": "application/json", "x-request-id": "request-7" }
  const body = JSON.stringify({ model, max_tokens: 9, messages: [{ role: "user", content: "Hi" }] })
  return (await gateway.fetch(new Request("http://gateway.test/v1/messages", { method: "POST", headers, body }))).status
}

describe("a function takes the log in place of the console", () => {
  it("of a call that failed, with what it is about", async () => {
    const [lines, entries] = [logged(), new Array<LogEntry>()]
    expect(await ask(gatewayOf((entry) => entries.push(entry)))).toBe(500)
    expect(entries).toEqual([
      {
        level: "warn",
        message: "A call to an upstream failed.",
        at: expect.any(Date),
        details: expect.objectContaining({ family: "claude", model: "claude-haiku-4-5-error-500", status: 500 })
      }
    ])
    expect(lines).toEqual([])
  })

  it("of a gateway that could not be built", async () => {
    const [lines, entries] = [logged(), new Array<LogEntry>()]
    await expect(gatewayOf((entry) => entries.push(entry), Layer.empty, "").ready).rejects.toThrow("has no key")
    expect(entries.map(({ level, message }) => [level, message])).toEqual([
      [
        "error",
        "The gateway could not be built: every request is answered with a 503.\n`claude` has no key: `key` is empty. Is ANTHROPIC_API_KEY set?"
      ]
    ])
    expect(lines).toEqual([])
  })

  it("of layers that say more than a text", async () => {
    const entries: LogEntry[] = []
    const layers = Layer.effectDiscard(Effect.logInfo("Opened.", { rows: 3 }, Cause.fail("one is odd")))
    await gatewayOf((entry) => entries.push(entry), layers).ready
    expect(entries).toMatchObject([
      { level: "info", message: expect.stringMatching(/^Opened\.\n.*rows.*3.*\n.*one is odd/s) }
    ])
  })

  it("beside a logger among the layers", async () => {
    const told: string[] = []
    const logger = Logger.make(() => void told.push("layer"))
    await ask(gatewayOf(() => told.push("function"), Logger.layer([logger])))
    expect(told.toSorted()).toEqual(["function", "layer"])
  })

  it.each([
    ["alone", []],
    ["beside a function", ["function"]]
  ])("which is told, too, why a gateway could not be built: %s", async (_, besides) => {
    const lines = logged()
    const told: string[] = []
    const logger = Logger.make(({ message }) => void told.push(`layer: ${String(message)}`))
    const gateway = createGateway({
      endpoints: [Endpoints.messages],
      families: [Claude.layer({ key: "" })],
      keys: [clientKey],
      layers: Logger.layer([logger]),
      ...(besides.length > 0 && { log: () => told.push("function") })
    })
    onTestFinished(() => gateway.close())
    await expect(gateway.ready).rejects.toThrow("has no key")
    expect(told.toSorted()).toEqual([
      ...besides,
      expect.stringMatching(/^layer: The gateway could not be built.*no key/)
    ])
    expect(lines).toEqual([])
  })

  it("and the function alone where the layers cannot be built", async () => {
    const [lines, entries] = [logged(), new Array<LogEntry>()]
    const layers = Layer.effectDiscard(Effect.die("The layers need a database."))
    await expect(gatewayOf((entry) => entries.push(entry), layers, "").ready).rejects.toThrow("has no key")
    expect(entries).toMatchObject([{ message: expect.stringContaining("has no key") }])
    expect(lines).toEqual([])
  })

  it.each<[string, Log]>([
    [
      "throws",
      () => {
        throw new Error("The disk is full.")
      }
    ],
    ["rejects", () => Promise.reject(new Error("The disk is full."))]
  ])("and spoils nothing where it %s", async (_, log) => {
    const gateway = gatewayOf(log)
    expect([await ask(gateway), await ask(gateway, "claude-haiku-4-5")]).toEqual([500, 200])
  })
})
