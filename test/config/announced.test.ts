import { describe, expect, it } from "vitest"
import { readFile } from "../../src/config/file.ts"
import { bannerText, commandsFor } from "../../src/hosts/cli/banner.ts"

const called = { url: "http://localhost:1", key: "k" }

const curl = (flags: string, path: string, header: string, body: string): string =>
  `  curl ${flags}-sS http://localhost:1${path} -H 'content-type: application/json' -H "${header}" -d '${body}'`

const chat = (model: string): string =>
  curl(
    "",
    "/v1/chat/completions",
    "authorization: Bearer k",
    `{"model":"${model}","messages":[{"role":"user","content":"Hello"}]}`
  )

describe("commands that are printed", () => {
  it("ask for a chat, for one of Claude's and for a stream of it", () =>
    expect(commandsFor([{ id: "gpt-4o", owned_by: "openai" }], called)).toEqual([
      chat("gpt-4o"),
      curl(
        "",
        "/v1/messages",
        "x-api-key: k",
        '{"model":"gpt-4o","max_tokens":100,"messages":[{"role":"user","content":"Hello"}]}'
      ),
      curl(
        "-N ",
        "/v1/messages",
        "x-api-key: k",
        '{"model":"gpt-4o","max_tokens":100,"stream":true,"messages":[{"role":"user","content":"Hello"}]}'
      )
    ]))

  it.each(["gptimage", "seedream", "qwenimage"])("ask for a picture where %s alone is served", (owned_by) =>
    expect(commandsFor([{ id: "m", owned_by }], called)).toEqual([
      curl("", "/v1/images/generations", "authorization: Bearer k", '{"model":"m","prompt":"Waves at night"}')
    ])
  )

  it("name a model that a route alone names, and the patterns where none does", () => {
    const routes = ["own-*", "own"].map((match) => ({ match, upstream: "u" }))
    expect(commandsFor([], called, routes)).toEqual([chat("own")])
    expect(commandsFor([], called, routes.slice(0, 1))).toEqual([
      "Models that fit `own-*` are served; no list knows their ids."
    ])
  })
})

describe("what is told of a gateway that listens", () => {
  const read = readFile("keys: [{ key: k }]\nupstreams: { o: { family: openai, key: b } }\n", {})
  const told = (media: string | undefined): string =>
    read.ok ? bannerText(called.url, read.value, { tasks: { kind: "file", path: "t.db" }, media }, []) : ""

  it("has a line for each kind of endpoint", () =>
    expect(
      told(undefined)
        .match(/^ .*(?:POST|GET) \/.*$/gmu)
        ?.map((line) => line.trim().split(/ {2,}/u).at(-2))
    ).toEqual([
      "chat-completions",
      "messages",
      "responses",
      "generate-content",
      "embeddings",
      "images",
      "videos",
      "rerank",
      "lab"
    ]))

  it.each([
    ["m", "m"],
    [undefined, "memory"]
  ])("says where videos are kept: %s", (media, said) =>
    expect(told(media)).toContain(`, and their videos for 24 hours in ${said}\n`)
  )
})
