import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { make } from "../../../src/sandbox.ts"
import { type UpstreamCall, upstreamKey } from "../../sdk/gateway.ts"
import { type Home, homeFor, type Program, type Ran, run } from "./program.ts"
import { calling, codex, codexAgain, codexBuiltIn } from "./programs.ts"
import { key, none, type Serving, serving } from "./served-clients.ts"

/** Ids that Codex takes for models that it knows, and those of others that answer. */
const routes = [
  { match: "gpt-5.5-claude", upstream: "claude", model: "claude-sonnet-4-5" },
  { match: "gpt-5.5-gemini", upstream: "gemini", model: "gemini-3-pro-preview" },
  { match: "gpt-6-sol-claude", upstream: "claude", model: "claude-sonnet-4-5" },
  { match: "gpt-6-sol-gemini", upstream: "gemini", model: "gemini-3-pro-preview" },
  { match: "claude-sonnet-4-5-error-429", upstream: "claude", like: "claude-sonnet-4-5" },
  { match: "claude-sonnet-4-5-cut", upstream: "claude", like: "claude-sonnet-4-5" }
] as const

let at: Serving
beforeAll(async () => void (at = await serving(routes)))
afterAll(() => at.close())
beforeEach(() => void at.refused())

/** What Codex is run with. */
interface Turn {
  readonly model: string
  readonly prompt: string
  readonly args?: readonly string[]
}

const turn = (home: Home, task: Turn, program: Program = codex): Promise<Ran> =>
  run(program, home, { url: at.door.url, key, ...task })

/** A line that Codex prints. */
interface Line {
  readonly type: string
  readonly message?: string
  readonly item?: { readonly type: string; readonly text?: string }
}

const linesOf = ({ stdout }: Ran): readonly Line[] =>
  stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line): Line => JSON.parse(line))

const saying = (command: string): string => calling("exec_command", { cmd: command })

describe.each(["gpt-5.1", "gpt-5.5", "claude-sonnet-4-5", "gemini-3-pro-preview", "deepseek-reasoner"])(
  "Codex, %s",
  (model) => {
    it("runs the command that the model says", async () => {
      const home = homeFor(codex)
      const ran = await turn(home, { model, prompt: saying("echo High water at noon > tide.txt") })
      expect([ran.code, readFileSync(join(home.work, "tide.txt"), "utf8")]).toEqual([0, "High water at noon\n"])
      expect(linesOf(ran).findLast(({ item }) => item)?.item?.text).toContain("exec_command answered: ")
      expect(at.refused()).toEqual(none)
    })

    it("runs two at once", async () => {
      const home = homeFor(codex)
      const prompt = `${saying("echo 1 > first.txt")} ${saying("echo 2 > second.txt")}`
      const ran = await turn(home, { model, prompt })
      const files = ["first.txt", "second.txt"].map((name) => readFileSync(join(home.work, name), "utf8"))
      expect([ran.code, files]).toEqual([0, ["1\n", "2\n"]])
      expect(at.refused()).toEqual(none)
    })
  }
)

describe.each(["gpt-5.5", "gpt-5.5-claude", "gpt-5.5-gemini"])("Codex, %s", (model) => {
  it("patches a file as the model says in free text", async () => {
    const home = homeFor(codex)
    const input = "*** Begin Patch\n*** Add File: tide.txt\n+Low water at six.\n*** End Patch"
    const ran = await turn(home, { model, prompt: calling("apply_patch", { input }) })
    expect([ran.code, readFileSync(join(home.work, "tide.txt"), "utf8")]).toEqual([0, "Low water at six.\n"])
    expect(linesOf(ran).filter(({ item }) => item?.type === "file_change")).toHaveLength(2)
    expect(at.refused()).toEqual(none)
  })
})

describe.each(["gpt-6-sol", "gpt-6-sol-claude", "gpt-6-sol-gemini"])("Codex, %s", (model) => {
  it("runs the script of a tool that is declared in a group, among the messages", async () => {
    const input = { input: "text('High water.')" }
    const prompt = `${calling("exec", input)} ${calling("functions__exec", input)}`
    const ran = await turn(homeFor(codex), { model, prompt })
    expect(linesOf(ran).findLast(({ item }) => item)?.item?.text).toMatch(
      /exec answered: Script completed .* High water/
    )
    expect(ran.code).toBe(0)
    expect(at.refused()).toEqual(none)
  })
})

/** What the vendor answers to a call: the sandbox says the same again. */
const thoughtsAfter = async ({ path, text }: UpstreamCall): Promise<readonly object[]> => {
  const { fetch } = make({ pace: 0, key: upstreamKey, now: () => 1_790_000_000_000 })
  const body = JSON.stringify({ ...JSON.parse(text), stream: false })
  const headers = { "x-api-key": upstreamKey, "anthropic-version": "2023-06-01" }
  const answer = await fetch(new Request(`http://sandbox.test${path}`, { method: "POST", headers, body }))
  const { content }: { readonly content: readonly Block[] } = JSON.parse(await answer.text())
  return thoughtsIn(content)
}

interface Block {
  readonly type: string
}

const thoughtsIn = (blocks: readonly Block[]): readonly Block[] => blocks.filter(({ type }) => type === "thinking")

interface Messages {
  readonly messages: readonly { readonly role: string; readonly content: readonly Block[] }[]
}

describe("a session of Codex with Claude", () => {
  it("gives each thought back as it was, over three turns", async () => {
    const model = "claude-sonnet-4-5"
    const home = homeFor(codex)
    at.served.calls()
    await turn(home, { model, prompt: saying("echo 1") })
    await turn(home, { model, prompt: saying("echo 2") }, codexAgain)
    await turn(home, { model, prompt: saying("echo 3") }, codexAgain)
    const calls = at.served.calls()
    const said = await Promise.all(calls.map(thoughtsAfter))
    const sent = calls.map(({ text }) => {
      const { messages }: Messages = JSON.parse(text)
      return messages.filter(({ role }) => role === "assistant").flatMap(({ content }) => thoughtsIn(content))
    })
    expect(said.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 1])
    expect(sent).toEqual(said.map((_, index) => said.slice(0, index).flat()))
    expect(at.refused()).toEqual(none)
  })
})

describe("what fails", () => {
  it.each([
    ["claude-sonnet-4-5-error-429", /^exceeded retry limit, last status: 429 Too Many Requests/],
    [
      "claude-sonnet-4-5-cut",
      /^stream disconnected before completion: The upstream's stream ended before its last event\.$/
    ]
  ])("Codex tells once of %s", async (model, message) => {
    const ran = await turn(homeFor(codex), { model, prompt: "When is high water?" })
    expect(linesOf(ran).filter(({ type }) => type === "error")).toEqual([
      { type: "error", message: expect.stringMatching(message) }
    ])
    expect(ran.code).toBe(1)
    expect(at.door.passed()).toHaveLength(1)
  })
})

const limited = ["-c", "model_auto_compact_token_limit=10000"]

/** A session that has grown beyond the limit, by what a command printed. */
const grown = async (model: string): Promise<Home> => {
  const home = homeFor(codex)
  await turn(home, { model, prompt: saying("seq 10000 17000") })
  at.served.calls()
  return home
}

describe("a conversation that grew too long for Codex", () => {
  it.each(["gpt-5.5", "claude-sonnet-4-5", "deepseek-reasoner"])(
    "is summed up by %s, which goes on from that",
    async (model) => {
      const home = await grown(model)
      const ran = await turn(home, { model, prompt: "[answer]", args: limited }, codexAgain)
      const [summing, ...others] = at.served.calls().map(({ text }) => text)
      expect([ran.code, others.length]).toEqual([0, 1])
      expect([summing?.includes("10001"), others.some((text) => text.includes("10001"))]).toEqual([true, false])
      expect(others.every((text) => text.includes("The sandbox answers the same request"))).toBe(true)
      expect(at.refused()).toEqual(none)
    }
  )

  it("is not put together by another vendor than OpenAI, which Codex tells once", async () => {
    const home = homeFor(codexBuiltIn)
    const task = { model: "gpt-5.5-claude", prompt: saying("seq 10000 17000"), args: limited }
    const ran = await turn(home, task, codexBuiltIn)
    expect(linesOf(ran).filter(({ type }) => type === "error")).toEqual([
      {
        type: "error",
        message: expect.stringMatching(/^Error running remote compact task: .*another vendor/)
      }
    ])
    expect(ran.code).toBe(1)
    expect(at.door.passed().map(({ method, status }) => [method, status])).toEqual([
      ["GET", 426],
      ["POST", 200],
      ["POST", 400]
    ])
  })
})
