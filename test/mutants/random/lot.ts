import { join } from "node:path"
import { createVitest } from "vitest/node"
import type { TestSpecification } from "vitest/node"
import { lanes } from "../planting.ts"
import { testTimeout } from "../trying.ts"
import type { Plan } from "./runner.ts"

// Runs test files, in the order that a message names them, in the tree that it is started in, with the runner of
// switched faults.

/** What a process of this program is asked. */
export interface Ask {
  readonly tests: readonly string[]
  readonly plan: Plan
}

/** Keeps the order that was asked for. */
class InOrder {
  shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files)
  }
  sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files)
  }
}

process.once("message", ({ tests, plan }: Ask) => {
  void (async () => {
    const top = process.cwd()
    const vitest = await createVitest("test", {
      root: top,
      watch: false,
      isolate: false,
      maxWorkers: lanes,
      maxConcurrency: 1,
      testTimeout,
      hookTimeout: testTimeout,
      reporters: [{}],
      provide: { plan },
      runner: join(top, "test/mutants/random/runner.ts"),
      sequence: { sequencer: InOrder }
    })
    const project = vitest.getRootProject()
    await vitest.runTestSpecifications(tests.map((test) => project.createSpecification(join(top, "test", test))))
    process.exit()
  })()
})
