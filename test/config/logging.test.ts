import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it, vi } from "vitest"
import { fromEnvironment } from "../../src/config/environment.ts"
import { readFile } from "../../src/config/file.ts"
import { loggingAs } from "../../src/hosts/cli/compose.ts"
import { withholdSecrets } from "../../src/hosts/cli/secrets.ts"
import { redactorOf } from "../../src/core/secrets/redactor.ts"

const file = (log: string): string =>
  `keys: [{key: client-key-1}]\nupstreams: {main: {family: claude, key: vendor-key-1}}\n${log}`

const logOf = (read: ReturnType<typeof readFile>) => (read.ok ? read.value.log : read.error.map(({ key }) => key))

describe("what is logged", () => {
  it("is chosen in the file", () => {
    expect(logOf(readFile(file("log: {level: error, form: json}"), {}))).toEqual({ level: "error", form: "json" })
    expect(logOf(readFile(file(""), {}))).toEqual({ level: "info", form: "text" })
    expect(logOf(readFile(file("log: {level: loud}"), {}))).toEqual(["log.level"])
  })

  it("is chosen in the environment", () => {
    const chosen = { ISOGLOSS_LOG_LEVEL: "none", ISOGLOSS_LOG_FORM: "json" }
    expect(logOf(fromEnvironment(chosen, "made"))).toEqual({ level: "none", form: "json" })
    expect(logOf(fromEnvironment({ ISOGLOSS_LOG_FORM: "xml" }, "made"))).toEqual(["ISOGLOSS_LOG_FORM"])
  })

  /** What a program logs under settings, each line as it was printed. */
  const printed = async (settings: Parameters<typeof loggingAs>[0]): Promise<readonly string[]> => {
    const out: string[] = []
    const spy = vi.spyOn(console, "log").mockImplementation((...said) => void out.push(said.join(" ")))
    const secrets = withholdSecrets(redactorOf(["secret-canary-1"]))
    const program = Effect.andThen(
      Effect.logInfo("quiet"),
      Effect.annotateLogs(Effect.logWarning("loud"), { requestId: "r", host: "h".repeat(90), key: "secret-canary-1" })
    )
    await Effect.runPromise(
      Effect.provide(program, loggingAs(settings).pipe(Layer.provideMerge(secrets)) satisfies Layer.Layer<never>)
    )
    spy.mockRestore()
    return out
  }

  it("is a line of JSON for each entry of the level, without secrets", async () => {
    const [line = "", ...more] = await printed({ level: "warn", form: "json" })
    expect(more).toEqual([])
    expect(JSON.parse(line)).toMatchObject({
      level: "WARN",
      message: "loud",
      annotations: { requestId: "r", key: "[redacted]" }
    })
  })

  it("is a line of text for each, however long", async () => {
    const lines = await printed({ level: "info", form: "text" })
    expect(lines.map((line) => /(?:INFO|WARN).*$/.exec(line)?.[0].slice(0, 4))).toEqual(["INFO", "WARN"])
    expect(lines[1]).toContain("requestId: 'r'")
    expect(lines.join("")).not.toMatch(/\n|secret-canary/)
  })
})
