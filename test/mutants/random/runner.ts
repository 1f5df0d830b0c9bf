import { describe, inject, TestRunner, vi } from "vitest"
import type { RunnerTask, RunnerTestCase, RunnerTestFile, RunnerTestSuite } from "vitest"
import { join } from "node:path"
import { forget } from "./forget.ts"
import { linesOf, sumOf, tell } from "./ledger.ts"
import { switches } from "./switches.ts"

/** What a run of tests over switched faults is given. */
export interface Plan {
  /** The file below `src` of each fault. */
  readonly files: readonly string[]
  readonly ledger: string
  /** How many lines it had when the run began: what was spent before is not counted, for what is left is new. */
  readonly known: number
  readonly pass: string
  /** Those that nobody can notice. */
  readonly harmless: readonly number[]
  /** The faults whose files each test file imports, by steps. */
  readonly reach: Readonly<Record<string, readonly number[]>>
  /** Those of them to which hardly any other test file is nearer. */
  readonly near: Readonly<Record<string, readonly number[]>>
  /** Faults that each test file, read anew, is run with as a whole; where there is none, each test is run with those that it reaches. */
  readonly anew: Readonly<Record<string, readonly number[]>> | undefined
}

declare module "vitest" {
  interface ProvidedContext {
    plan: Plan
  }
}

/**
 * Milliseconds of one fault's tests that are run at most in files that are not near to it, in all of them and in one,
 * and of the longest of these tests; how long one test with a fault may take at least, and how much longer than without.
 */
const limits = { far: 4000, file: 500, test: 2000, one: 3000, longer: 10 }

/** Milliseconds of work and of waiting since then: what the machine does beside it is neither. */
const stopwatch = (): (() => number) => {
  const [used, loop] = [process.cpuUsage(), performance.eventLoopUtilization()]
  return () => {
    const { user, system } = process.cpuUsage(used)
    return (user + system) / 1000 + performance.eventLoopUtilization(loop).idle
  }
}

const prefix = "with fault "

/** No fault: a test that fails when it is read anew with none, once or twice, cannot tell any. */
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
  readonly #switches = switches(this.#plan.files.length, `${this.#plan.ledger}.${process.pid}`)
  /** The faults that need no more tests. */
  readonly #caught = new Set<number>(this.#plan.harmless)
  readonly #spent = new Map<number, number>()
  readonly #spentHere = new Map<number, number>()
  readonly #unfit = new Set<string>()
  #test = ""
  #took = 0
  #isRead = true
  #files = 0
  #near: ReadonlySet<number> = new Set()
  readonly #asked = new Set<string>()

  #begin(test: string): void {
    this.#files += 1
    this.#test = test
    this.#took = 0
    this.#isRead = true
    this.#near = new Set(this.#plan.near[test])
    this.#spent.clear()
    this.#spentHere.clear()
    for (const [index, line] of linesOf(this.#plan.ledger).entries())
      if (index >= this.#plan.known || line.kind !== "reached") this.#learn(line)
    this.#plant(undefined)
  }

  override async importFile(path: string, source: "collect" | "setup"): Promise<unknown> {
    if (source === "collect") this.#begin(nameOf(path))
    const { anew, reach, files } = this.#plan
    const isWanted = (fault: number): boolean => this.#isOpen(fault)
    if (source === "collect" && anew === undefined && reach[nameOf(path)]?.some(isWanted) !== true) return undefined
    const faults = anew?.[nameOf(path)]
    if (faults === undefined || source === "setup") {
      const spent = stopwatch()
      const read = await super.importFile(path, source)
      this.#took += spent()
      return read
    }
    const left = faults.filter((id) => !this.#caught.has(id))
    if (left.length === 0) return undefined
    vi.resetModules()
    const [first = none] = left
    for (const [index, fault] of [none, none, ...left].entries())
      describe(`${prefix}${fault}`, async () => {
        this.#try(fault)
        const changed = index === 0 ? [] : [left[index - 3] ?? first, left[index - 2] ?? first]
        for (const id of changed) forget(this, join(process.cwd(), "src", files[id] ?? ""))
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
    this.#askAnew(reached)
  }

  /** Has faults tried with this test file read anew, which came by them before or between its tests. */
  #askAnew(faults: ReadonlySet<number>): void {
    if (this.#plan.anew !== undefined) return
    for (const fault of faults)
      if (!this.#caught.has(fault) && !this.#asked.has(`${this.#test} ${fault}`))
        this.#tell({ kind: "anew", fault, test: this.#test })
  }

  /** Whether a fault is to be tried with a test of this file that takes so many milliseconds. */
  #isOpen(fault: number, cost = 0): boolean {
    if (this.#caught.has(fault)) return false
    const [spent = 0, here = 0] = [this.#spent.get(fault), this.#spentHere.get(fault)]
    return this.#near.has(fault) || (cost <= limits.test && spent < limits.far && here < limits.file)
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
    if (fault === undefined) this.#refuse(name)
    else if (fault === none) this.#tell({ kind: "unfit", name })
    else if (!this.#unfit.has(name)) this.#tell({ kind: "caught", fault, by: name })
  }

  /** A test fails without any fault: it is unfit where it is the first file's of a process, else something is left of a fault. */
  #refuse(name: string): void {
    if (this.#files > 1) process.kill(process.pid, "SIGKILL")
    this.#tell({ kind: "unfit", name })
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test)
    if (this.#plan.anew !== undefined) {
      await run()
      return
    }
    this.#askAnew(this.#switches.reached())
    const [begun, spent] = [performance.now(), stopwatch()]
    await run()
    const [took, cost] = [performance.now() - begun, spent()]
    this.#took += cost
    const again = async (): Promise<boolean> => {
      this.onBeforeTryTask(test, { retry: 0, repeats: 0 })
      return Promise.race([run(), after(limits.one + limits.longer * took)]).then(
        () => true,
        () => false
      )
    }
    for (const fault of this.#switches.reached()) {
      if (!this.#isOpen(fault, cost)) continue
      this.#try(fault)
      const passes = await again()
      this.#plant(undefined)
      this.#spentHere.set(fault, (this.#spentHere.get(fault) ?? 0) + cost)
      this.#tell({ kind: "reached", fault, test: this.#test, spent: cost })
      if (passes) continue
      const isFit = await again()
      if (isFit) this.#tell({ kind: "caught", fault, by: `${this.#test}: ${test.name}` })
      else this.#tell({ kind: "anew", fault, test: this.#test })
      if (!isFit) return
    }
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files)
    this.#askAnew(this.#switches.reached())
    this.#plant(undefined)
    const text = sumOf(process.cwd(), this.#test)
    const faults = this.#plan.anew?.[this.#test]
    const about = { test: this.#test, pass: this.#plan.pass, text, took: this.#took, ...(faults && { faults }) }
    if (this.#isRead) this.#tell({ kind: "done", ...about })
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
    if (line.kind === "anew") this.#asked.add(`${line.test} ${line.fault}`)
    if (line.kind === "unfit") this.#unfit.add(line.name)
    if (line.kind === "reached") this.#spent.set(line.fault, (this.#spent.get(line.fault) ?? 0) + line.spent)
  }
}
