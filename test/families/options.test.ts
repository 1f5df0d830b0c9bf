import { describe, expect, it, onTestFinished, vi } from "vitest"
import { createGateway, Endpoints, layerFetch, type LogEntry, OpenAI, Sora } from "../../src/index.ts"

const gatewayWith = (options: object) => {
  const sent: Request[] = []
  const log: LogEntry[] = []
  const family = OpenAI.chat({ key: "a vendor's key", ...options })
  const gateway = createGateway({
    endpoints: [Endpoints.chatCompletions],
    families: [family],
    keys: ["a client's"],
    log: (entry) => log.push(entry),
    upstream: layerFetch((request) => {
      sent.push(request)
      return Promise.resolve(Response.json({ error: { message: "refused" } }, { status: 400 }))
    })
  })
  onTestFinished(() => gateway.close())
  return { gateway, sent, log }
}

const asked = (gateway: ReturnType<typeof gatewayWith>["gateway"]) =>
  gateway.fetch(
    new Request("http://gateway.test/v1/chat/completions", {
      method: "POST",
      headers: { authorization: "Bearer a client's", "content-type": "application/json" },
      body: JSON.stringify({ model: "gpt-4o", messages: [{ role: "user", content: "Hello" }] })
    })
  )

const globs = "`models` must be a list of model ids, in which `*` stands for any characters"
const aKey = "a text of visible ASCII characters, without a line break"
const clock = (name: string) => `\`clocks.${name}\` must be a number above 0`

describe("what is chosen for a family, and is not what it must be", () => {
  it.each<[object, string]>([
    [{ models: "gpt-*" }, globs],
    [{ models: ["gpt-*", 5] }, globs],
    [{ sockets: 0 }, "`sockets` must be a number above 0"],
    [{ sockets: Number.NaN }, "`sockets` must be a number above 0"],
    [{ sockets: -1 }, "`sockets` must be a number above 0"],
    [{ queue: "1" }, "`queue` must be a number from 0"],
    [{ clocks: 5 }, "`clocks` must be an object"],
    [{ clocks: [5] }, "`clocks` must be an object"],
    [{ clocks: null }, "`clocks` must be an object"],
    [{ clocks: { total: Number.NaN } }, clock("total")],
    [{ clocks: { total: "300" } }, clock("total")],
    [{ clocks: { firstByte: "x" } }, clock("firstByte")],
    [{ key: 5 }, `\`key\` must be ${aKey}, or a function that gives one`],
    [{ key: "a key of a file\n" }, `\`key\` must be ${aKey}, or a function that gives one`],
    [{ key: "schl\u00fcssel" }, `\`key\` must be ${aKey}, or a function that gives one`],
    [{ retired: "an old key" }, `\`retired\` must be a list of keys, each ${aKey}`],
    [{ retired: ["an old key\r\n"] }, `\`retired\` must be a list of keys, each ${aKey}`],
    [{ upstreamName: "" }, "`upstreamName` must be a text that is not empty"]
  ])("is refused in plain words: %j", async (wrong, why) => {
    const { gateway } = gatewayWith(wrong)
    await expect(gateway.ready).rejects.toThrow(`\`openai\` has a wrong option: ${why}.`)
    expect((await asked(gateway)).status).toBe(503)
  })

  it("is refused of a family of another kind, too", async () => {
    vi.spyOn(console, "log").mockImplementation(() => undefined)
    onTestFinished(() => void vi.restoreAllMocks())
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that it is not of its type is what is tested
    const families = [Sora.layer({ key: "a key", models: "sora-*" as unknown as string[] })] as const
    const gateway = createGateway({ endpoints: [Endpoints.models], families, keys: ["a client's"] })
    onTestFinished(() => gateway.close())
    await expect(gateway.ready).rejects.toThrow(`\`sora\` has a wrong option: ${globs}.`)
  })
})

describe("a function that is asked for a key", () => {
  it.each([
    ["nothing", () => undefined],
    ["null", () => null],
    ["an empty text", () => ""],
    ["a text with a line break", () => "a key of a file\n"],
    ["a promise", () => Promise.resolve("a key")]
  ])("and gives %s, sends nothing, and its client and operator are told", async (_, key) => {
    const { gateway, sent, log } = gatewayWith({ key })
    const answer = await asked(gateway)
    expect(answer.status).toBe(500)
    const message = `The gateway has no key for this upstream: \`key()\` must give at once ${aKey}.`
    expect(await answer.json()).toMatchObject({ error: { message } })
    expect(sent).toEqual([])
    expect(log.map((entry) => entry.message).join("\n")).toContain("has no key for this upstream")
  })

  it("is asked before each call", async () => {
    const keys = ["the first key", "the second key"]
    const { gateway, sent } = gatewayWith({ key: () => keys.shift() })
    await asked(gateway)
    await asked(gateway)
    expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer the first key",
      "Bearer the second key"
    ])
  })
})
