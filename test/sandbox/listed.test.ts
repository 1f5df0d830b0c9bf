import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { fromEnvironment } from "../../src/config/environment.ts"
import { listings } from "../../src/config/known-families.ts"
import type { RunningGateway } from "../../src/gateway/gateway.ts"
import { composeGateway } from "../../src/hosts/cli/compose.ts"
import { make } from "../../src/sandbox.ts"
import { listen, type Listening } from "../../src/sandbox/listen.ts"
import { isRecord } from "../rows/gateway.ts"

/** Where each family's API is below the sandbox. */
const paths: Readonly<Record<string, string>> = {
  claude: "",
  cohere: "/cohere",
  deepseek: "/deepseek/v1",
  gemini: "",
  jina: "/jina/v1",
  kimi: "/kimi/v1",
  openai: "/v1",
  openrouter: "/openrouter/v1",
  qwen: "/qwen/v1",
  qwenimage: "/dashscope/api/v1",
  seedance: "/ark/api/v3",
  seedream: "/ark/api/v3",
  sora: "/v1",
  veo: ""
}

const key = "key-of-the-test-of-lists-000000000000"

let sandbox: Listening
let gateway: RunningGateway
beforeAll(async () => {
  sandbox = await listen(make({ key: "sandbox", pace: 0, links: "data" }))
  const variables: Record<string, string> = { ISOGLOSS_KEYS: key }
  for (const { family, environment } of listings) {
    const path = paths[family]
    if (environment === undefined || path === undefined) continue
    variables[environment.key] = "sandbox"
    variables[environment.url] = sandbox.url + path
  }
  const read = fromEnvironment(variables, key)
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  gateway = await composeGateway(read.value)
})
afterAll(async () => {
  await gateway.dispose()
  await sandbox.close()
})

const send = async (
  path: string,
  body?: object,
  to: RunningGateway = gateway,
  credential: string = key
): Promise<{ status: number; answer: unknown }> => {
  const init = { headers: { authorization: `Bearer ${credential}`, "content-type": "application/json" } }
  const sent = body === undefined ? init : { ...init, method: "POST", body: JSON.stringify(body) }
  const response = await to.fetch(new Request(`http://gateway.test${path}`, sent))
  return { status: response.status, answer: await response.json().catch(() => undefined) }
}

const idsOf = (answer: unknown): readonly string[] =>
  isRecord(answer) && Array.isArray(answer["data"])
    ? answer["data"].map((entry: unknown) => (isRecord(entry) ? String(entry["id"]) : ""))
    : []

const picture =
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR4nGP4TyJgGNUwqmFUA/k0AABh3f8BkQh9WgAAAABJRU5ErkJggg=="

/** The simplest request to each kind of model, by what its id says. */
const asked = (model: string): readonly [path: string, body: object] => {
  if (/embedding/.test(model)) return ["/v1/embeddings", { model, input: "Hello" }]
  if (/rerank|colbert/.test(model)) return ["/v1/rerank", { model, query: "a", documents: ["a", "b"] }]
  if (/^(veo|sora|doubao-seedance)/.test(model)) return ["/v1/video/generations", { model, prompt: "waves" }]
  if (/image|seedream|seededit/.test(model)) {
    const image = /edit/.test(model) ? { image: `data:image/png;base64,${picture}` } : {}
    return ["/v1/images/generations", { model, prompt: "a lighthouse", ...image }]
  }
  return ["/v1/chat/completions", { model, messages: [{ role: "user", content: "Hello" }] }]
}

describe("the sandbox in the place of every vendor", () => {
  it("answers for each id that the list of models names", async () => {
    const ids = idsOf((await send("/v1/models")).answer)
    expect(ids.length).toBeGreaterThan(110)
    const failed: unknown[] = []
    for (const id of ids) {
      const { status, answer } = await send(...asked(id))
      if (status !== 200) failed.push([id, status, answer])
    }
    expect(failed).toEqual([])
  })

  it.each([
    "gpt-image-1",
    "gpt-5",
    "deepseek-reasoner",
    "qwen-max",
    "doubao-seedance-1-0-pro-250528",
    "doubao-seedance-1-5-pro-251215",
    "qwen-image-plus",
    "qwen-image-max",
    "jina-colbert-v2"
  ])("answers for what people try first: %s", async (id) => expect((await send(...asked(id))).status).toBe(200))

  const gone = { model: "dall-e-3", prompt: "a lighthouse" }
  /** @see https://github.com/kangminlee-maker/local-OAuth-CLI-API-adapter what OpenAI answers (2026-08) */
  const told = [400, { error: { message: "The model 'dall-e-3' does not exist.", param: "model" } }]

  it("says of a model that its vendor has no more what the vendor says", async () => {
    const { status, answer } = await send("/v1/images/generations", gone)
    expect([status, answer]).toMatchObject(told)
  })

  /** A gateway of which nothing is configured. */
  const alone = async (): Promise<RunningGateway> => {
    const read = fromEnvironment({}, key)
    if (!read.ok) throw new Error(JSON.stringify(read.error))
    const made = await composeGateway(read.value)
    onTestFinished(() => made.dispose())
    return made
  }

  it("says so, too, where nothing is configured, and does not list it", async () => {
    const it = await alone()
    const { status, answer } = await send("/v1/images/generations", gone, it, "sandbox")
    expect([status, answer]).toMatchObject(told)
    expect(idsOf((await send("/v1/models", undefined, it, "sandbox")).answer)).not.toContain("dall-e-3")
  })

  it("lists what vendors list alone, and serves each with an ending, too", async () => {
    const it = await alone()
    const ids = idsOf((await send("/v1/models", undefined, it, "sandbox")).answer)
    expect([ids.length > 110, ids.filter((id) => /-(?:error-\w+|slow|cut|refuse|failed)$/.test(id))]).toEqual([
      true,
      []
    ])
    expect((await send(...asked("gpt-4o-mini-error-429"), it, "sandbox")).status).toBe(429)
    expect((await send("/v1/models/gpt-4o-mini-cut", undefined, it, "sandbox")).status).toBe(200)
  })
})
