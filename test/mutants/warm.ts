import { join } from "node:path"
import { createVitest } from "vitest/node"
import { testTimeout } from "./trying.ts"

// Runs test files in the tree that it is started in, again and again, and keeps what it has compiled. A message names
// the files below `test`, and the one below `src` that is no longer what it was; the answer names those that failed.

/** What a process of this program is asked. */
export interface Ask {
  readonly suites: readonly string[]
  readonly changed: string
}

/** The test files that failed since the last message. */
const failed: string[] = []

const top = process.cwd()
const vitest = await createVitest("test", {
  root: top,
  watch: false,
  isolate: false,
  maxWorkers: 1,
  bail: 1,
  testTimeout,
  hookTimeout: testTimeout,
  reporters: [
    {
      onTestModuleEnd: (module) => {
        if (!module.ok()) failed.push(module.relativeModuleId)
      }
    }
  ]
})

let before = ""

const failing = async ({ suites, changed }: Ask): Promise<readonly string[]> => {
  for (const file of [before, changed]) vitest.invalidateFile(join(top, "src", file))
  before = changed
  failed.length = 0
  const chosen = await vitest.globTestSpecifications(suites.map((suite) => join("test", suite)))
  const { unhandledErrors } = await vitest.runTestSpecifications(chosen)
  return failed.length === 0 && unhandledErrors.length > 0 ? ["no test in particular"] : [...failed]
}

process.on("message", (ask: Ask) => {
  void failing(ask).then((names) => process.send?.(names))
})
process.on("disconnect", () => process.exit())
