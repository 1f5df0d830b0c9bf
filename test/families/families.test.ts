import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { ChatModels, ListedModels } from "../../src/capabilities/models.ts"
import * as Claude from "../../src/families/claude.ts"
import * as Compatible from "../../src/families/compatible.ts"
import * as Families from "../../src/families/families.ts"
import * as OpenAI from "../../src/families/openai.ts"
import { Upstream } from "../../src/upstream/upstream.ts"
import { callOf } from "./call.ts"
import { sentBy } from "./sent-by.ts"

const nowhere = Upstream.of({ unary: () => Effect.die("not called"), stream: () => Effect.die("not called") })
const upstream = Layer.succeed(Upstream)(nowhere)

const modelsOf = <E>(families: Layer.Layer<ChatModels, E, Upstream>) =>
  Effect.runSync(ChatModels.pipe(Effect.provide(families), Effect.provide(upstream)))

const both = modelsOf(Families.of(Claude.layer({ key: "a" }), OpenAI.layer({ key: "b" })))

describe("merged families", () => {
  it.each([
    ["claude-sonnet-4-5", "claude"],
    ["claude-rec-7", "claude"],
    ["gpt-5.1", "openai"],
    ["gpt-rec-12", "openai"],
    ["o4-mini", "openai"],
    ["ft:gpt-4o:acme", "openai"]
  ])("serve %s by %s", (id, family) => {
    expect(both.find(id)).toMatchObject({ id, family, target: { model: id } })
  })

  it.each(["gemini-2.5-pro", "", "xclaude-3", "gpt-image-1.5", "chatgpt-image-latest"])("know no model %j", (id) => {
    expect(both.find(id)).toBeUndefined()
  })

  it("know none by more than 1024 characters, which would be remembered, whatever it begins with", () => {
    const longest = `gpt-${"x".repeat(1020)}`
    expect([both.find(longest)?.id, both.find(`${longest}x`)]).toEqual([longest, undefined])
  })

  it("list each catalogue's ids once, the first family's first", () => {
    const { ids } = both
    expect(ids[0]).toBe("claude-fable-5-2")
    expect(ids).toContain("gpt-4o-mini")
    expect(new Set(ids).size).toBe(ids.length)
  })

  it("let the first that is listed have what two serve", () => {
    const two = modelsOf(
      Families.of(OpenAI.layer({ key: "b", models: ["*"], upstreamName: "one" }), Claude.layer({ key: "a" }))
    )
    expect(two.find("claude-opus-4-1")?.family).toBe("openai")
  })

  it("build what they share once, and release it once", async () => {
    let built = 0
    let released = 0
    const shared = Layer.effect(Upstream)(
      Effect.acquireRelease(
        Effect.sync(() => (built++, nowhere)),
        () => Effect.sync(() => released++)
      )
    )
    const families = Families.of(
      Claude.layer({ key: "a" }).pipe(Layer.provide(shared)),
      OpenAI.layer({ key: "b" }).pipe(Layer.provide(shared))
    )
    await Effect.runPromise(Upstream.pipe(Effect.provide(Layer.mergeAll(families, shared))))
    expect([built, released]).toEqual([1, 1])
  })
})

describe("an API of which something is known", () => {
  const url = "http://127.0.0.1:8000/v1"
  const known = modelsOf(
    Families.of(
      Compatible.layer(
        { key: "a", url, models: ["local-*"] },
        { unknownModels: "spelled", thinking: "switch", hoists: true }
      )
    )
  )

  it("is told in its own words", () => {
    const edits = known.find("local-7b")?.edits(callOf({ reasoning_effort: "none", parameters: { top_k: 3 } }))
    expect(edits?.value.map(({ path }) => path)).toEqual([
      "/parameters",
      "/top_k",
      "/enable_thinking",
      "/reasoning_effort"
    ])
  })

  it("is told what the client said where nothing is known", () => {
    const [found] = [modelsOf(Families.of(Compatible.layer({ key: "a", url, models: ["*"] }))).find("local-7b")]
    expect(found?.edits(callOf({ reasoning_effort: "none", parameters: { top_k: 3 } })).value).toEqual([])
  })

  it("claims no id where no glob says so", () => {
    expect(modelsOf(Families.of(Compatible.layer({ key: "a", url }))).find("local-7b")).toBeUndefined()
  })
})

describe("the operator's routes", () => {
  const routes: readonly Families.Route[] = [
    { match: "fast", upstream: "openai", model: "gpt-4o-mini" },
    { match: "gpt-4o", upstream: "claude", model: "claude-opus-4-6" },
    { match: "gpt-*-ours", upstream: "azure", like: "gpt-5.1" },
    { match: "gpt-*", upstream: "openai" }
  ]
  const families = Families.routed(
    routes,
    Claude.layer({ key: "a" }),
    OpenAI.layer({ key: "b" }),
    OpenAI.layer({ key: "c", upstreamName: "azure", url: "https://azure.example/openai/v1/", models: [] })
  )
  const routed = modelsOf(families)

  it.each([
    ["fast", "openai", "gpt-4o-mini"],
    ["gpt-4o", "claude", "claude-opus-4-6"],
    ["gpt-5.1", "openai", "gpt-5.1"],
    ["claude-opus-4-6", "claude", "claude-opus-4-6"]
  ])("send %s to %s as %s", (id, family, model) => {
    expect(routed.find(id)).toMatchObject({ id, family, target: { model } })
  })

  it("give an id the rules of the one it is like, at the upstream that they name", () => {
    const model = routed.find("gpt-5-ours")
    expect(model?.target).toMatchObject({ model: "gpt-5-ours", maxTokens: 128_000 })
    expect(model?.request(callOf({})).url).toBe("https://azure.example/openai/v1/chat/completions")
  })

  it("list an id that they name, by the family that serves it", () => {
    const { list } = Effect.runSync(ListedModels.pipe(Effect.provide(families), Effect.provide(upstream)))
    expect(list.find(({ id }) => id === "fast")).toEqual({
      id: "fast",
      family: "openai",
      created: Date.UTC(2024, 6, 18) / 1000,
      sent: "gpt-4o-mini",
      serves: ["chat"]
    })
    expect(list.find(({ id }) => id === "gpt-4o")).toMatchObject({ family: "claude", sent: "claude-opus-4-6" })
  })

  it("may not name an upstream that no family has", () => {
    const wrong = Families.routed([{ match: "a", upstream: "b" }], Claude.layer({ key: "a" }))
    const exit = Effect.runSyncExit(ChatModels.pipe(Effect.provide(wrong), Effect.provide(upstream)))
    expect(Exit.isFailure(exit)).toBe(true)
    expect(String(exit)).toContain("The route for `a` names the upstream `b`, which no family has.")
  })
})

describe("requests to vendors", () => {
  const claude = both.find("claude-sonnet-4-5")
  const openai = both.find("gpt-4o")

  it("are made without the key, whose place no header of a client's can hold", () =>
    expect(openai?.request(callOf({})).headers).toMatchObject({ authorization: "Bearer \u0000" }))

  it("get no key that is another vendor's", () => {
    const request = claude?.request(callOf({}))
    expect(request && openai?.keyed?.(request)).toBeUndefined()
  })

  it("go to Claude with the key in a header, and a version where the client named none", () => {
    expect(sentBy(claude, callOf({ messages: [] }, { stream: true }))).toEqual({
      method: "POST",
      url: "https://api.anthropic.com/v1/messages",
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        "x-api-key": "a",
        "anthropic-version": "2023-06-01"
      },
      body: '{"messages":[]}'
    })
  })

  it("go to OpenAI with the key in a header", () => {
    expect(sentBy(openai, callOf({ messages: [] }, { stream: true }))).toEqual({
      method: "POST",
      url: "https://api.openai.com/v1/chat/completions",
      headers: { accept: "application/json", "content-type": "application/json", authorization: "Bearer b" },
      body: '{"messages":[]}'
    })
  })

  it("keep the client's version, and add the betas that a body needs to its own", () => {
    const headers = { "anthropic-version": "2026-10-21", "anthropic-beta": "mine" }
    const call = callOf({ mcp_servers: [{}], context_management: {} }, { headers })
    expect(claude?.request(call).headers).toMatchObject({
      "anthropic-version": "2026-10-21",
      "anthropic-beta": "mine,mcp-client-2025-04-04,context-management-2025-06-27"
    })
  })

  it.each([
    ["a whole answer", {}, false, undefined],
    ["a stream", {}, true, undefined],
    ["a stream after thinking", { thinking: { type: "adaptive" } }, true, true],
    ["a stream without thinking", { thinking: { type: "disabled" } }, true, undefined]
  ])("leave the clocks of %s of Claude to the upstream, and say whether it thinks", (_, body, stream, thinks) => {
    expect(claude?.request(callOf(body, { stream }))).not.toHaveProperty("clocks")
    expect(claude?.request(callOf(body, { stream })).thinks).toBe(thinks)
  })

  it.each([
    ["high", true],
    ["none", undefined]
  ])("say whether a stream of OpenAI with effort %s thinks", (effort, thinks) => {
    expect(openai?.request(callOf({ reasoning_effort: effort }, { stream: true })).thinks).toBe(thinks)
  })
})
