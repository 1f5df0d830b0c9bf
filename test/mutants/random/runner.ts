import { describe, inject, TestRunner, vi } from "vitest"
import type { RunnerTask, RunnerTestCase, RunnerTestFile, RunnerTestSuite } from "vitest"
import { linesOf, tell } from "./ledger.ts"
import { switches } from "./switches.ts"

/** What a run of tests over switched faults is given. */
export interface Plan {
  readonly count: number
  readonly ledger: string
  readonly pass: string
  /** Faults that each test file, read anew, is run with as a whole; where there is none, each test is run with those that it reaches. */
  readonly anew: Readonly<Record<string, readonly number[]>> | undefined
}

declare module "vitest" {
  interface ProvidedContext {
    plan: Plan
  }
}

/** Milliseconds of one fault's tests that are run at most, of one of them at least, and how much longer one may take. */
const limits = { all: 10_000, one: 3000, longer: 10 }

const prefix = "with fault "

/** No fault: a test that fails when it is read anew with none cannot tell any. */
const none = -1

const nameOf = (file: string): string => file.replace(/^.*\/test\//u, "")

const faultOf = (task: RunnerTask): number | undefined => {
  for (let suite = task.suite; suite !== undefined; suite = suite.suite)
    if (suite.name.startsWith(prefix)) return Number(suite.name.slice(prefix.length))
  return undefined
}

const after = (ms: number): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error("too long")), ms).unref())

/** Runs each test without a fault, and then with each that it reached and that no test has noticed yet. */
// oxlint-disable-next-line no-default-export -- how vitest takes it
export default class SwitchedRunner extends TestRunner {
  readonly #plan = inject("plan")
  readonly #switches = switches(this.#plan.count, `${this.#plan.ledger}.${process.pid}`)
  readonly #caught = new Set<number>()
  readonly #spent = new Map<number, number>()
  readonly #unfit = new Set<string>()
  #test = ""
  #isRead = true

  #begin(test: string): void {
    this.#test = test
    this.#isRead = true
    this.#spent.clear()
    for (const line of linesOf(this.#plan.ledger)) this.#learn(line)
    this.#plant(undefined)
  }

  override async importFile(path: string, source: "collect" | "setup"): Promise<unknown> {
    if (source === "collect") this.#begin(nameOf(path))
    const faults = this.#plan.anew?.[nameOf(path)]
    if (faults === undefined || source === "setup") return super.importFile(path, source)
    for (const fault of [none, ...faults.filter((id) => !this.#caught.has(id))])
      describe(`${prefix}${fault}`, async () => {
        this.#try(fault)
        vi.resetModules()
        try {
          await super.importFile(path, source)
        } catch (error) {
          this.#tell({ kind: "caught", fault, by: `${this.#test}: ${String(error)}` })
        }
      })
    return undefined
  }

  onCollected([file]: readonly RunnerTestFile[]): void {
    const fault = this.#now
    const reached = this.#switches.reached()
    this.#plant(undefined)
    if (fault !== undefined && file?.result?.state === "fail") {
      this.#isRead = false
      this.#tell({ kind: "caught", fault, by: `${this.#test}: cannot be read` })
    }
    for (const id of reached)
      if (!this.#caught.has(id) && this.#plan.anew === undefined)
        this.#tell({ kind: "anew", fault: id, test: this.#test })
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test)
    const fault = faultOf(test)
    if (fault !== undefined && this.#caught.has(fault)) test.mode = "skip"
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onBeforeRunSuite(suite)
    if (suite.name.startsWith(prefix)) this.#try(Number(suite.name.slice(prefix.length)))
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test)
    if (test.result?.state !== "fail") return
    const fault = faultOf(test)
    const name = `${this.#test}: ${test.name}`
    if (fault === undefined || fault === none) this.#tell({ kind: "unfit", name })
    else if (!this.#unfit.has(name)) this.#tell({ kind: "caught", fault, by: name })
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test)
    if (this.#plan.anew !== undefined) {
      await run()
      return
    }
    this.#switches.reached()
    const begun = performance.now()
    await run()
    const took = performance.now() - begun
    const again = async (): Promise<boolean> => {
      this.onBeforeTryTask(test, { retry: 0, repeats: 0 })
      return Promise.race([run(), after(limits.one + limits.longer * took)]).then(
        () => true,
        () => false
      )
    }
    for (const fault of this.#switches.reached()) {
      if (this.#caught.has(fault)) continue
      const spent = (this.#spent.get(fault) ?? 0) + took
      if (spent > limits.all) continue
      this.#tell({ kind: "reached", fault, spent: took })
      this.#try(fault)
      const passes = await again()
      this.#plant(undefined)
      if (passes) continue
      const isFit = await again()
      if (isFit) this.#tell({ kind: "caught", fault, by: `${this.#test}: ${test.name}` })
      else this.#tell({ kind: "anew", fault, test: this.#test })
      if (!isFit) return
    }
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files)
    this.#plant(undefined)
    if (this.#isRead) this.#tell({ kind: "done", test: this.#test, pass: this.#plan.pass })
  }

  #now: number | undefined

  #plant(fault: number | undefined): void {
    this.#now = fault
    this.#switches.plant(fault)
  }

  #try(fault: number): void {
    tell(this.#plan.ledger, { kind: "trying", fault, test: this.#test })
    this.#plant(fault)
  }

  #tell(line: Parameters<typeof tell>[1]): void {
    tell(this.#plan.ledger, line)
    this.#learn(line)
  }

  #learn(line: Parameters<typeof tell>[1]): void {
    if (line.kind === "caught") this.#caught.add(line.fault)
    if (line.kind === "unfit") this.#unfit.add(line.name)
    if (line.kind === "reached") this.#spent.set(line.fault, (this.#spent.get(line.fault) ?? 0) + line.spent)
  }
}
