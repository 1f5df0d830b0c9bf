import { createRequire } from "node:module"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fromEnvironment } from "../../src/config/environment.ts"
import type { RunningGateway } from "../../src/gateway/gateway.ts"
import { composeGateway } from "../../src/hosts/cli/compose.ts"
import { make } from "../../src/sandbox.ts"
import { listen, type Listening } from "../../src/sandbox/listen.ts"
import { isRecord } from "../rows/gateway.ts"

const key = "key-of-the-test-of-counts-00000000000"
const model = "gpt-4o-mini"

let sandbox: Listening
let gateway: RunningGateway
beforeAll(async () => {
  sandbox = await listen(make({ key: "sandbox", pace: 0, links: "data" }))
  const variables = { ISOGLOSS_KEYS: key, OPENAI_API_KEY: "sandbox", OPENAI_BASE_URL: `${sandbox.url}/v1` }
  const read = fromEnvironment(variables, key)
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  gateway = await composeGateway(read.value)
})
afterAll(async () => {
  await gateway.dispose()
  await sandbox.close()
})

const send = async (path: string, body: object) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const init = { method: "POST", headers, body: JSON.stringify(body) }
  const response = await gateway.fetch(new Request(`http://gateway.test${path}`, init))
  const answer: unknown = await response.json()
  if (!isRecord(answer)) throw new Error("The answer is no object.")
  return { status: response.status, notes: response.headers.get("x-isogloss-notes"), answer }
}

const { cache } = createRequire(import.meta.url)

/** What this thread has loaded of the tokenizer. */
const tables = () => Object.keys(cache).filter((file) => file.includes("gpt-tokenizer"))

describe("the tables of the tokenizer", () => {
  beforeAll(() => {
    // other files that ran on this thread may have counted on it
    for (const file of tables()) delete cache[file]
  })

  it.each([
    ["/v1/messages/count_tokens", { model, messages: [{ role: "user", content: "indivisible" }] }],
    ["/v1/responses/input_tokens", { model, input: "indivisible" }],
    [`/v1beta/models/${model}:countTokens`, { contents: [{ role: "user", parts: [{ text: "indivisible" }] }] }]
  ])("count a short prompt at %s, and are not loaded by the thread that serves", async (path, body) => {
    expect(await send(path, body)).toMatchObject({ status: 200, notes: null })
    expect(tables()).toEqual([])
  })
})

describe("a count on another thread", () => {
  it.each([
    ["short", "word"],
    ["long", "word ".repeat(40_000)]
  ])("goes on from an answer that was kept: %s", async (_, text) => {
    const first = await send("/v1/responses", { model, input: "Some words to go on from." })
    const of = async (more: object) =>
      Number((await send("/v1/responses/input_tokens", { model, input: text, ...more })).answer["input_tokens"])
    expect(await of({ previous_response_id: first.answer["id"] })).toBeGreaterThan(await of({}))
  })
})
