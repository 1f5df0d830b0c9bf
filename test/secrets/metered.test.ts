import { expect, it, onTestFinished } from "vitest"
import { createGateway, Endpoints, layerFetch, type LogEntry, OpenAI } from "../../src/index.ts"
import type { MeterEntry } from "../../src/gateway.ts"
import { canary, encodings, tells } from "./canary.ts"

/** What a gateway tells of a call whose vendor answers so: its client, its log and who is told of every request. */
const toldOf = async (key: string, vendors: () => Response, stream: boolean) => {
  const told: MeterEntry[] = []
  const log: LogEntry[] = []
  const gateway = createGateway({
    endpoints: [Endpoints.chatCompletions],
    families: [OpenAI.chat({ key: "the vendor's key" })],
    keys: [{ key, name: "a client" }],
    upstream: layerFetch(() => Promise.resolve(vendors())),
    log: (entry) => log.push(entry),
    onRequest: (entry) => told.push(entry)
  })
  onTestFinished(() => gateway.close())
  const answer = await gateway.fetch(
    new Request("http://gateway.test/v1/chat/completions", {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "gpt-4o", stream, messages: [{ role: "user", content: "Hello" }] })
    })
  )
  const client = await answer.text()
  await expect.poll(() => told, { timeout: 10_000 }).toHaveLength(1)
  const [{ error } = {}] = told
  const metered = JSON.stringify([error?.message, error?.details])
  return { client, metered, log: JSON.stringify(log) }
}

const failing = (status: number) => (said: string) =>
  Response.json({ error: { message: said, type: said, code: said } }, { status })

const failingLate = (said: string) =>
  new Response(`data: {"error":{"message":${JSON.stringify(said)},"type":"server_error","code":null}}\n\n`, {
    headers: { "content-type": "text/event-stream" }
  })

it.each<[string, (said: string) => Response, boolean]>([
  ["that refuses a request", failing(400), false],
  ["that refuses the operator's key", failing(401), false],
  ["in a stream", failingLate, true]
])("a client's key that a vendor's error quotes is told to nobody: one %s", async (_, vendors, stream) => {
  const key = canary()
  for (const { of } of encodings) {
    const { client, metered, log } = await toldOf(key, () => vendors(`Seen: ${of(key)}`), stream)
    expect([metered, tells(metered, key)]).toEqual([expect.stringMatching(/Seen|credentials|key/), false])
    expect([log, tells(log, key)]).toEqual([expect.any(String), false])
    expect([client, tells(client, key)]).toEqual([expect.any(String), false])
  }
})

it.each([
  ["sk-client-0123456789abcdef", undefined, null],
  ["client.k0123456789.abcdef", "/[redacted]", "[redacted]"]
])("a client's key that a vendor's error names as a member is told to nobody: %s", async (key, pointer, param) => {
  const refusing = () =>
    Response.json(
      { error: { message: "Unknown parameter.", type: "invalid_request_error", code: null, param: key } },
      { status: 400 }
    )
  const { client, metered } = await toldOf(key, refusing, false)
  expect([metered, client].some((told) => told.includes(key))).toBe(false)
  const [message, details]: readonly unknown[] = JSON.parse(metered)
  expect([message, details]).toEqual([
    "Unknown parameter.",
    expect.objectContaining(pointer === undefined ? {} : { pointer })
  ])
  expect(JSON.parse(client)).toMatchObject({ error: { param } })
})
