import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { copied, lanes, root } from "../planting.ts"
import { marked } from "./marking.ts"
import { filesOf } from "./sample.ts"

/** Which test files reach a function, by its name in the map; and how long each that passed took, in milliseconds. */
export interface Reach {
  readonly by: Readonly<Record<string, readonly string[]>>
  readonly took: Readonly<Record<string, number>>
  /** The test files that failed while the map was drawn: they cannot tell a fault. */
  readonly failed: readonly string[]
  /** The digest that each file below `src` had. */
  readonly files: Readonly<Record<string, string>>
}

/** Tests that look at the text of the code and not at what it does, and those of the mutants themselves. */
const blind: readonly string[] = ["mutants", "architecture", "architecture.test.ts", "package", "setup", "house"]

/** Whether a test file looks at the text of the code, and not at what it does. */
export const isBlind = (test: string): boolean => blind.includes(test.split("/")[0] ?? "")

const suite = (copy: string, folder: string, report: string): Promise<void> => {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
  const args = ["--reporter=json", `--outputFile.json=${report}`, "--testTimeout=180000"]
  const env = {
    ...process.env,
    ISOGLOSS_REACHED_IN: folder,
    NODE_OPTIONS: `--import=${join(copy, "test/mutants/random/listening.mjs")}`
  }
  const left = blind.map((name) => `--exclude=test/${name}${name.endsWith(".ts") ? "" : "/**"}`)
  const command = [vitest, "run", "--no-isolate", `--maxWorkers=${lanes}`, ...args, ...left]
  return new Promise((resolve) => {
    spawn(process.execPath, command, { cwd: copy, stdio: "ignore", env }).on("exit", () => resolve())
  })
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: "passed" | "failed"
    readonly startTime: number
    readonly endTime: number
  }[]
}

/** A short digest of a file's text. */
export const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16)

const textBelow = (folder: string, file: string): string => readFileSync(join(folder, "src", file), "utf8")

const read = (folder: string, report: string): Omit<Reach, "files"> => {
  const by: Record<string, string[]> = {}
  for (const name of readdirSync(folder)) {
    const test = name.replaceAll("+", "/")
    for (const id of new Set(readFileSync(join(folder, name), "utf8").split("\n"))) (by[id] ??= []).push(test)
  }
  const { testResults }: Report = JSON.parse(readFileSync(report, "utf8"))
  const named = testResults.map((result) => ({ ...result, test: result.name.replace(/^.*\/test\//u, "") }))
  const passed = named.filter(({ status }) => status === "passed")
  return {
    by,
    took: Object.fromEntries(passed.map(({ test, startTime, endTime }) => [test, endTime - startTime])),
    failed: named.filter(({ status }) => status === "failed").map(({ test }) => test)
  }
}

const draw = async (): Promise<Reach> => {
  const copy = copied()
  const place = mkdtempSync(join(tmpdir(), "isogloss-reached-"))
  const folder = join(place, "files")
  mkdirSync(folder)
  try {
    const files: Record<string, string> = {}
    for (const file of filesOf(join(copy, "src"))) {
      const text = textBelow(copy, file)
      files[file] = digest(text)
      writeFileSync(join(copy, "src", file), marked(file, text))
    }
    const setup = JSON.stringify({ test: { setupFiles: [join(copy, "test/mutants/random/listening.ts")] } })
    writeFileSync(join(copy, "vitest.config.mjs"), `export default ${setup}\n`)
    await suite(copy, folder, join(place, "report.json"))
    return { ...read(folder, join(place, "report.json")), files }
  } finally {
    for (const path of [copy, place]) rmSync(path, { recursive: true, force: true })
  }
}

/**
 * Which tests reach what: drawn by one run of the whole suite, and kept. Of a file that has changed since it says
 * nothing; once it is gone it is drawn anew.
 */
export const reach = async (): Promise<Reach> => {
  const folder = join(root, "node_modules/.cache/isogloss-mutants")
  const path = join(folder, "reach.json")
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, JSON.stringify(await draw()))
  }
  return JSON.parse(readFileSync(path, "utf8"))
}
