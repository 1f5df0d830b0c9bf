import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { homeFor, type Program, run } from "./program.ts"
import { calling, claudeCode, geminiCli, qwenCode } from "./programs.ts"
import { key, none, type Serving, serving } from "./served-clients.ts"

let at: Serving
beforeAll(async () => void (at = await serving()))
afterAll(() => at.close())
beforeEach(() => void at.refused())

/** A program, what it calls its tools, and the models that it is pointed at. */
interface Case {
  readonly program: Program
  readonly read: string
  readonly write: string
  readonly models: readonly string[]
}

const programs: Readonly<Record<string, Case>> = {
  "Claude Code": {
    program: claudeCode,
    read: "Read",
    write: "Write",
    models: ["claude-sonnet-4-5", "gpt-5.1", "gemini-3-pro-preview", "deepseek-reasoner"]
  },
  "Gemini CLI": {
    program: geminiCli,
    read: "read_file",
    write: "write_file",
    models: ["gemini-2.5-pro", "gemini-3-pro-preview", "claude-sonnet-4-5", "gpt-5.1"]
  },
  "Qwen Code": {
    program: qwenCode,
    read: "read_file",
    write: "write_file",
    models: ["gpt-4o", "claude-sonnet-4-5", "gemini-3-pro-preview", "deepseek-chat"]
  }
}

const cells = Object.entries(programs).flatMap(([name, { models, ...tools }]) =>
  models.map((model) => [`${name}, ${model}`, { ...tools, model }] as const)
)

it("has 12 pairs of a program and a model", () => expect(cells).toHaveLength(12))

describe.each(cells)("%s", (_, { program, read, write, model }) => {
  it("writes the file that the model says", async () => {
    const home = homeFor(program)
    const file = join(home.work, "written.txt")
    const prompt = calling(write, { file_path: file, content: "High water at noon." })
    const { code, stdout } = await run(program, home, { url: at.door.url, key, model, prompt })
    expect([code, readFileSync(file, "utf8")]).toEqual([0, "High water at noon."])
    expect(stdout).toContain(`${write} answered: `)
    expect(at.refused()).toEqual(none)
  })

  it("shows the model a file, and prints the answer that rests on it", async () => {
    const home = homeFor(program)
    const file = join(home.work, "tide.txt")
    writeFileSync(file, "Low water at six.\n")
    const prompt = calling(read, { file_path: file })
    const { code, stdout } = await run(program, home, { url: at.door.url, key, model, prompt })
    expect(stdout).toMatch(new RegExp(`${read} answered: [^"]{0,20}Low water at six`))
    expect(code).toBe(0)
    expect(at.refused()).toEqual(none)
  })
})

it("asked nobody else", () => expect(at.door.outside()).toEqual([]))
