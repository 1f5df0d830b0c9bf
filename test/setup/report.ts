import * as Schema from "effect/Schema"

const Report = Schema.Struct({
  testResults: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      status: Schema.String,
      message: Schema.String,
      assertionResults: Schema.Array(Schema.Struct({ fullName: Schema.String, status: Schema.String }))
    })
  )
})

/** The part of the test runner's JSON report that the last lines are made of. */
export type Report = typeof Report.Type

/** Reads the test runner's JSON report; throws where it is none. */
export const readReport: (text: string) => Report = Schema.decodeSync(Schema.fromJsonString(Report))

/** What happened around the tests that a report knows nothing of. */
export interface Run {
  /** Suites that did not run, each with the reason. */
  readonly unrun: readonly string[]
  /** Whether the runner itself said that all went well. */
  readonly clean: boolean
  /** Whether a test that did not run is a failure. */
  readonly ci: boolean
}

/** What is printed last. `passed` and `failed` count tests, and each thing that failed outside of one. */
export interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly lines: readonly string[]
}

/** The counts of a run and its last lines: what failed outside of a test, what did not run, and the counts. */
export const outcomeOf = ({ testResults }: Report, { unrun, clean, ci }: Run): Outcome => {
  const tests = testResults.flatMap((file) => file.assertionResults.map((test) => ({ file: file.name, ...test })))
  const passed = tests.filter(({ status }) => status === "passed").length
  const failing = tests.filter(({ status }) => status === "failed").length
  const idle = tests.filter(({ status }) => status !== "passed" && status !== "failed")
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.every((test) => test.status !== "failed")
  )
  const notRun = [...unrun, ...idle.map(({ file, fullName, status }) => `${file} > ${fullName} (${status})`)]
  const counted = failing + broken.length + (ci ? notRun.length : 0)
  const other = counted === 0 && (!clean || passed === 0)
  const failed = other ? 1 : counted
  const lines = [
    ...broken.map(({ name, message }) => `failed outside of a test: ${name}: ${message}`),
    ...(other ? ["failed: the run ended badly, or nothing ran, though no test failed"] : []),
    ...notRun.map((name) => `did not run: ${name}`),
    `${passed} passed, ${failed} failed`
  ]
  return { passed, failed, lines }
}
