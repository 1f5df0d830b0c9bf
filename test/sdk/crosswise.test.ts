import { readdirSync, readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { encode } from "../laws/calling.ts"
import { samples } from "../laws/law.ts"
import { commonRequest } from "../laws/made/common.ts"
import { subjects } from "../laws/subjects.ts"
import { clientKey, type Served, serveSandbox } from "./gateway.ts"

let served: Served
beforeAll(async () => void (served = await serveSandbox()))
afterAll(() => served.close())

/** Where each format's requests go when they must be translated. */
const ways = {
  "chat-completions": { path: "/v1/chat/completions", models: ["claude-sonnet-4-5", "claude-opus-4-6"] },
  messages: { path: "/v1/messages", models: ["gpt-4o", "gpt-5.1"] }
} as const

const formats = ["chat-completions", "messages"] as const

/** Fixtures that the other family cannot answer: who says so, and why. */
const exceptions: ReadonlyMap<string, readonly [who: "gateway" | "upstream", why: string]> = new Map([
  ["chat-completions/every-option", ["gateway", "it holds a recording, which Claude does not take"]],
  ["chat-completions/families", ["gateway", "it holds a video, which Claude does not take"]],
  ["messages/documents", ["gateway", "one document is a file that the other vendor holds"]],
  ["messages/images", ["gateway", "one image is a file that the other vendor holds"]],
  ["messages/provider-blocks", ["gateway", "one file for a container is one that the other vendor holds"]],
  ["messages/settings", ["gateway", "it goes on with a conversation that the other vendor holds"]],
  ["messages/unknown-block", ["gateway", "its only message holds nothing that is known"]],
  ["messages/vendor-tools", ["gateway", "it forces a tool that only its vendor runs"]]
])

const fixtures = formats.flatMap((format) => {
  const folder = new URL(`../fixtures/${format}/request/`, import.meta.url)
  return readdirSync(folder).flatMap((file) =>
    ways[format].models.map((model) => {
      const { body } = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as { body: object }
      const name: string = `${format}/${file.replace(".json", "")}`
      return [name, { format, model, body: { ...body, model } }] as const
    })
  )
})

const send = (format: keyof typeof ways, body: string): Promise<Response> =>
  fetch(served.url + ways[format].path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${clientKey}` },
    body
  })

/** Who refused a request: the gateway, the upstream, or nobody. */
const refuser = async (
  response: Response
): Promise<readonly [who: string, refusals: readonly unknown[], text: string]> => {
  const text = await response.text()
  const calls = served.calls()
  const refusals = calls.flatMap(({ refusal }) => (refusal === null ? [] : [refusal]))
  if (response.status === 200) return ["nobody", refusals, ""]
  return [calls.length === 0 ? "gateway" : "upstream", refusals, text]
}

describe("a fixture of one format at the other family", () => {
  it("has 44 cases", () => expect(fixtures).toHaveLength(44))

  it("has exceptions among the fixtures only", () => {
    const names = new Set(fixtures.map(([name]) => name))
    expect([...exceptions.keys()].filter((name) => !names.has(name))).toEqual([])
  })

  it.each(fixtures)("is refused only where that is known: %s", async (name, { format, body }) => {
    const [who, refusals] = await refuser(await send(format, JSON.stringify(body)))
    expect(who).toBe(exceptions.get(name)?.[0] ?? "nobody")
    expect(refusals.length > 0).toBe(who === "upstream")
  })
})

const made = samples(commonRequest, 100, 20_260_101)

const generated = subjects.flatMap(({ format, target }) => {
  const id = formats.find((each) => each === format.id)
  if (id === undefined) return []
  return ways[id].models.map((model) => [`${id} at ${model}`, { id, model, format, target }] as const)
})

describe("what both formats can say", () => {
  it("has 4 ways", () => expect(generated).toHaveLength(4))

  it.each(generated)("is never refused: 100 requests of %s", async (_, { id, model, format, target }) => {
    const refused: unknown[] = []
    for (const request of made) {
      const body = encode(format, { ...request, model }, { ...target, model })?.body ?? "{}"
      const [who, refusals, text] = await refuser(await send(id, body))
      if (who !== "nobody") refused.push([who, refusals, text, body])
    }
    expect(refused).toEqual([])
  })
})
