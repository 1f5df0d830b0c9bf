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
}

/** Tests that look at the text of the code and not at what it does, and those of the mutants themselves. */
const blind: readonly string[] = ["test/mutants/**", "test/architecture.test.ts", "test/package/**", "test/setup/**"]

const suite = (copy: string, folder: string, report: string): Promise<void> => {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
  const args = ["--reporter=json", `--outputFile.json=${report}`, "--testTimeout=180000"]
  const env = {
    ...process.env,
    ISOGLOSS_REACHED_IN: folder,
    NODE_OPTIONS: `--import=${join(copy, "test/mutants/random/listening.mjs")}`
  }
  const left = blind.map((glob) => `--exclude=${glob}`)
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

const read = (folder: string, report: string): Reach => {
  const by: Record<string, string[]> = {}
  for (const name of readdirSync(folder)) {
    const test = name.replaceAll("+", "/")
    for (const id of new Set(readFileSync(join(folder, name), "utf8").split("\n"))) (by[id] ??= []).push(test)
  }
  const { testResults }: Report = JSON.parse(readFileSync(report, "utf8"))
  const passed = testResults.filter(({ status }) => status === "passed")
  const took = passed.map(({ name, startTime, endTime }) => [name.replace(/^.*\/test\//u, ""), endTime - startTime])
  return { by, took: Object.fromEntries(took) }
}

const draw = async (): Promise<Reach> => {
  const copy = copied()
  const place = mkdtempSync(join(tmpdir(), "isogloss-reached-"))
  const folder = join(place, "files")
  mkdirSync(folder)
  try {
    for (const file of filesOf(join(copy, "src"))) {
      const path = join(copy, "src", file)
      writeFileSync(path, marked(file, readFileSync(path, "utf8")))
    }
    const setup = JSON.stringify({ test: { setupFiles: [join(copy, "test/mutants/random/listening.ts")] } })
    writeFileSync(join(copy, "vitest.config.mjs"), `export default ${setup}\n`)
    await suite(copy, folder, join(place, "report.json"))
    return read(folder, join(place, "report.json"))
  } finally {
    for (const path of [copy, place]) rmSync(path, { recursive: true, force: true })
  }
}

const hash = (): string => {
  const sum = createHash("sha256")
  for (const file of filesOf(join(root, "src"))) sum.update(file).update(readFileSync(join(root, "src", file)))
  return sum.digest("hex").slice(0, 16)
}

/** Which tests reach what: drawn by one run of the whole suite, and kept until the code changes. */
export const reach = async (): Promise<Reach> => {
  const folder = join(root, "node_modules/.cache/isogloss-mutants")
  const path = join(folder, `${hash()}.json`)
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, JSON.stringify(await draw()))
  }
  return JSON.parse(readFileSync(path, "utf8"))
}
