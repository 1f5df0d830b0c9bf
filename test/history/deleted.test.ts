import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import OpenAI from "openai"
import { afterEach, describe, expect, it } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { response, responseDeletion, responses } from "../../src/endpoints.ts"
import * as Claude from "../../src/families/claude.ts"
import * as Families from "../../src/families/families.ts"
import * as OpenAIFamily from "../../src/families/openai.ts"
import { responsesApi } from "../../src/families/openai-compatible/responses.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { layerMemory } from "../../src/history.ts"
import * as Sandbox from "../../src/sandbox.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"

/** What the vendor was told to forget, and what it says of it where that is not the truth. */
interface Vendor {
  readonly deletions: { readonly url: string; readonly key: string | null; readonly body: string }[]
  readonly kept: () => Promise<number>
  says?: Response | "unreachable"
  /** What it says of whether it stores an answer, whatever it is asked. */
  store?: { readonly store: boolean | undefined }
}

const ending: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

const opened = async (models: readonly string[] = ["gpt-*"]) => {
  const sandbox = Sandbox.make({ pace: 0 })
  const logged: string[] = []
  const gone: string[] = []
  const vendor: Vendor = {
    deletions: [],
    kept: async () => {
      const answers = await Promise.all(
        gone.map((id) => sandbox.fetch(new Request(`http://vendor.test/v1/responses/${id}`)))
      )
      return answers.filter(({ status }) => status === 200).length
    }
  }
  const upstream = layerFetch(async (request) => {
    if (request.method !== "DELETE") {
      const answer = await sandbox.fetch(request)
      return vendor.store === undefined ? answer : Response.json({ ...Object(await answer.json()), ...vendor.store })
    }
    gone.push(request.url.split("/").at(-1) ?? "")
    vendor.deletions.push({
      url: request.url,
      key: request.headers.get("authorization"),
      body: await request.clone().text()
    })
    if (vendor.says === "unreachable") throw new TypeError("fetch failed")
    return vendor.says?.clone() ?? sandbox.fetch(request)
  })
  const families = Families.of(
    Claude.layer({ key: "sandbox" }),
    OpenAIFamily.chat({ key: "sandbox", format: responsesApi, models })
  )
  const gateway = Gateway.make(
    Gateway.layer(responses, response, responseDeletion).pipe(
      Layer.provide(layerMemory()),
      Layer.provide(Layer.provide(families, upstream)),
      Layer.provide(Credentials.keys({ key: "one", name: "one" }, { key: "two", name: "two" })),
      Layer.provide(Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))]))
    )
  )
  ending.push(() => gateway.dispose({ grace: 0 }))
  await gateway.ready
  const client = (apiKey = "one") =>
    new OpenAI({
      apiKey,
      baseURL: "http://gateway.test/v1",
      maxRetries: 0,
      fetch: (url, init) => gateway.fetch(new Request(url, init))
    })
  return { vendor, client, logged }
}

const refusedBy = (status: number, message: string): Response =>
  Response.json({ error: { message, type: "server_error", param: null, code: null } }, { status })

describe("a response that is deleted", () => {
  it("is deleted at the vendor that keeps it, with the operator's key and without a body", async () => {
    const { vendor, client } = await opened()
    const { id } = await client().responses.create({ model: "gpt-5.1", input: "a" })
    await client().responses.delete(id)
    expect(vendor.deletions).toEqual([
      { url: `https://api.openai.com/v1/responses/${id}`, key: "Bearer sandbox", body: "" }
    ])
    expect(await vendor.kept()).toBe(0)
    await expect(client().responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
  })

  it("is deleted at the vendor, too, where it was streamed", async () => {
    const { vendor, client } = await opened()
    const { id } = await client().responses.stream({ model: "gpt-5.1", input: "a" }).finalResponse()
    await client().responses.delete(id)
    expect(vendor.deletions.map(({ url }) => url)).toEqual([`https://api.openai.com/v1/responses/${id}`])
  })

  it.each([
    ["that its vendor never had", "claude-sonnet-4-5", {}],
    ["of which its vendor was told to keep nothing", "gpt-5.1", { store: false }]
  ])("%s is nobody else's matter", async (_, model, said) => {
    const { vendor, client } = await opened()
    const { id } = await client().responses.create({ model, input: "a", ...said })
    await client()
      .responses.delete(id)
      .catch(() => undefined)
    expect(vendor.deletions).toEqual([])
  })

  it("that its vendor says it never stored is nobody else's matter", async () => {
    const { vendor, client } = await opened()
    vendor.store = { store: false }
    const { id } = await client().responses.create({ model: "gpt-5.1", input: "a" })
    await client().responses.delete(id)
    expect(vendor.deletions).toEqual([])
  })

  it("of which its vendor does not say whether it stored it is deleted there, too", async () => {
    const { vendor, client } = await opened()
    vendor.store = { store: undefined }
    const { id } = await client().responses.create({ model: "gpt-5.1", input: "a" })
    vendor.says = new Response(null, { status: 500 })
    await expect(client().responses.delete(id)).rejects.toMatchObject({ status: 500 })
    expect((await client().responses.retrieve(id)).id).toBe(id)
    delete vendor.says
    await client().responses.delete(id)
    expect(vendor.deletions).toHaveLength(2)
  })

  it("of another's is not asked of the vendor", async () => {
    const { vendor, client } = await opened()
    const { id } = await client().responses.create({ model: "gpt-5.1", input: "a" })
    await expect(client("two").responses.delete(id)).rejects.toMatchObject({ status: 404 })
    expect(vendor.deletions).toEqual([])
  })

  it("is deleted where its vendor does not have it any more", async () => {
    const { vendor, client } = await opened()
    const { id } = await client().responses.create({ model: "gpt-5.1", input: "a" })
    vendor.says = refusedBy(404, `Response with id '${id}' not found.`)
    await client().responses.delete(id)
    await expect(client().responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
  })

  it.each([
    ["fails", refusedBy(500, "The server had an error."), 500],
    ["cannot be reached", "unreachable", 502]
  ] as const)("stays, and its client is told, where the vendor %s", async (_, says, status) => {
    const { vendor, client } = await opened()
    const { id } = await client().responses.create({ model: "gpt-5.1", input: "a" })
    vendor.says = says
    await expect(client().responses.delete(id)).rejects.toMatchObject({ status })
    expect(await client().responses.retrieve(id)).toMatchObject({ id })
    delete vendor.says
    await client().responses.delete(id)
    await expect(client().responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
  })

  it("is deleted here with a line in the log where the vendor's API deletes nothing", async () => {
    const { vendor, client, logged } = await opened()
    const { id } = await client().responses.create({ model: "gpt-5.1", input: "a" })
    vendor.says = refusedBy(405, "Method Not Allowed")
    await client().responses.delete(id)
    await expect(client().responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
    expect(logged.filter((line) => line.includes("its vendor keeps it, too"))).toHaveLength(1)
  })
})
