import * as Layer from "effect/Layer"
import { describe, expect, it, onTestFinished } from "vitest"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { profile as compatible } from "../../src/families/compatible.ts"
import { profile as deepseek } from "../../src/families/deepseek.ts"
import { profile as kimi } from "../../src/families/kimi.ts"
import { profile as openai } from "../../src/families/openai.ts"
import { profile as openrouter } from "../../src/families/openrouter.ts"
import { profile as qwen } from "../../src/families/qwen.ts"
import { Credentials, Families, Gateway, layerFetch, OpenRouter } from "../../src/index.ts"
import { editsBy } from "./call.ts"

const named = (name: string) => ({ type: "function", function: { name } })

const allowing = (mode: string, ...names: readonly string[]) => ({
  type: "allowed_tools",
  allowed_tools: { mode, tools: names.map(named) }
})

const messages = [{ role: "user", content: "Hi" }]

/** A body with three tools, of which a choice names some. */
const body = (mode: string, ...names: readonly string[]) => ({
  messages,
  tools: ["f", "g", "h"].map(named),
  tool_choice: allowing(mode, ...names)
})

/** @see https://platform.openai.com/docs/api-reference/chat/create `tool_choice`, which others have as a word or one tool (read 2026-11) */
describe("a choice among some tools, where the bytes pass to an API that has none", () => {
  it.each([
    ["deepseek-chat", deepseek],
    ["deepseek-v9", deepseek],
    ["moonshot-v1-8k", kimi],
    ["qwen-max", qwen],
    ["openai/gpt-5.1", openrouter]
  ])("sends these alone: %s", (model, profile) => {
    const { edits, notes } = editsBy(profile, model, body("auto", "f", "h"))
    expect(edits).toEqual([
      ["/tool_choice", "auto"],
      ["/tools/1", undefined]
    ])
    expect(notes).toEqual([`/tools/1 ${profile.family}/unchosen-tool`])
  })

  it.each([
    [["f", "h"], "required"],
    [["g"], named("g")]
  ])("demands a call of what is left: %j", (names, choice) => {
    const { edits } = editsBy(openrouter, "openai/gpt-5.1", body("required", ...names))
    expect(edits).toContainEqual(["/tool_choice", choice])
  })

  it.each([
    ["gpt-5.1", openai],
    ["anything", compatible]
  ])("is as it was where it may be one: %s", (model, profile) => {
    expect(editsBy(profile, model, body("required", "g")).edits).toEqual([])
  })

  it("is its vendor's to refuse where nothing is allowed", () => {
    expect(editsBy(openrouter, "openai/gpt-5.1", body("auto")).edits).toEqual([])
  })

  it("takes nothing else out of a tool that goes", () => {
    const strict = { type: "function", function: { name: "f", strict: true } }
    const { edits } = editsBy(deepseek, "deepseek-chat", { ...body("auto", "g"), tools: [strict, named("g")] })
    expect(edits).toEqual([
      ["/tool_choice", "auto"],
      ["/tools/0", undefined]
    ])
  })

  it.each([
    ["deepseek-v4-pro", deepseek],
    ["kimi-k2.5", kimi],
    ["qwen3.5-plus", qwen]
  ])("leaves thinking alone where it forces nothing: %s", (model, profile) => {
    const thinks = (mode: string) => JSON.stringify(editsBy(profile, model, body(mode, "g")).edits)
    expect(thinks("auto")).not.toMatch(/thinking/)
    expect(thinks("required")).toMatch(/thinking/)
  })

  it("is left to the model where it cannot be forced", () => {
    const { edits, notes } = editsBy(deepseek, "deepseek-reasoner", body("required", "f", "g"))
    expect(edits).toEqual([
      ["/tool_choice", "auto"],
      ["/tools/2", undefined]
    ])
    expect(notes).toEqual(["/tool_choice deepseek/choice-lowered", "/tools/2 deepseek/unchosen-tool"])
  })

  it("is looked for in long bodies, too, whose tools are left unread elsewhere", async () => {
    const sent: unknown[] = []
    const gateway = Gateway.make(
      Gateway.layer(chatCompletions).pipe(
        Layer.provide(Families.of(OpenRouter.layer({ key: "operator" }))),
        Layer.provide(
          layerFetch(async (request) => {
            sent.push(await request.json())
            return Response.json({ error: { message: "No." } }, { status: 400 })
          })
        ),
        Layer.provide(Credentials.keys("client"))
      )
    )
    onTestFinished(() => gateway.dispose())
    const long = [{ role: "user", content: "x".repeat(5000) }]
    await gateway.fetch(
      new Request("http://gateway.test/v1/chat/completions", {
        method: "POST",
        headers: { authorization: "Bearer client", "content-type": "application/json" },
        body: JSON.stringify({ ...body("auto", "h"), model: "openai/gpt-5.1", messages: long })
      })
    )
    expect(sent).toMatchObject([{ tools: [named("h")], tool_choice: "auto" }])
  })
})
