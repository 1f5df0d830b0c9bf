import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { homeFor, run } from "./program.ts"
import { calling, claudeCode } from "./programs.ts"
import { key, none, type Serving, serving } from "./served-clients.ts"

let at: Serving
beforeAll(async () => void (at = await serving()))
afterAll(() => at.close())
beforeEach(() => void at.refused())

const wrong = "key-of-nobody"
const model = "claude-sonnet-4-5"

/** The session that a result names, and whether it is one of an error. */
const resultOf = (stdout: string): { readonly session_id: string; readonly is_error: boolean } =>
  JSON.parse(stdout.slice(stdout.indexOf("{")))

describe("a session of Claude Code", () => {
  it("goes on with the models of other vendors", async () => {
    const home = homeFor(claudeCode)
    let session: readonly string[] = []
    for (const each of [
      "gemini-3-pro-preview",
      "claude-sonnet-4-5",
      "gpt-5.1",
      "deepseek-reasoner",
      "gemini-3-pro-preview"
    ]) {
      const file = join(home.work, `${session.length}-${each}.txt`)
      const prompt = calling("Write", { file_path: file, content: each })
      const { stdout } = await run(claudeCode, home, { url: at.door.url, key, model: each, prompt, args: session })
      expect(readFileSync(file, "utf8")).toBe(each)
      session = ["--resume", resultOf(stdout).session_id]
      expect(resultOf(stdout).is_error).toBe(false)
    }
    expect(at.refused()).toEqual(none)
  })
})

describe("the thoughts that Claude Code does not show", () => {
  it("come back to DeepSeek beside the call that they led to", async () => {
    const prompt = calling("Read", { file_path: "nowhere.txt" })
    await run(claudeCode, homeFor(claudeCode), { url: at.door.url, key, model: "deepseek-reasoner", prompt })
    const [, second] = at.served.calls()
    expect(second?.text).toMatch(/"reasoning_content":"The request is about /)
  })
})

describe("the keys of Claude Code", () => {
  const tries = () => at.door.passed().filter(({ path }) => path === "/v1/messages")

  it("are tried once where they are wrong", async () => {
    const { code } = await run(claudeCode, homeFor(claudeCode), {
      url: at.door.url,
      key: wrong,
      model,
      prompt: "Hello"
    })
    expect(code).not.toBe(0)
    expect(tries()).toEqual([{ method: "POST", path: "/v1/messages", status: 401 }])
  })

  it.each([
    ["ANTHROPIC_AUTH_TOKEN", { ANTHROPIC_API_KEY: wrong }],
    ["ANTHROPIC_API_KEY", { ANTHROPIC_AUTH_TOKEN: wrong, ANTHROPIC_API_KEY: key }]
  ])("may be two of which the gateway knows one: %s", async (_, env) => {
    const file = { file_path: "nowhere.txt" }
    const task = { url: at.door.url, key, model, prompt: calling("Read", file), env }
    const { code } = await run(claudeCode, homeFor(claudeCode), task)
    expect([code, tries().map(({ status }) => status)]).toEqual([0, [200, 200]])
  })
})
