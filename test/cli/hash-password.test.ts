import { PassThrough, Readable } from "node:stream"
import { verify } from "@node-rs/argon2"
import { describe, expect, it } from "vitest"
import { runCommand } from "../../src/hosts/cli/run.ts"

/** What the command says of an input, and how it ends. */
const hashed = async (input: string | Uint8Array, args: readonly string[] = []) => {
  const said = { stdout: "", stderr: "" }
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() }
  for (const name of ["stdout", "stderr"] as const) streams[name].on("data", (data) => (said[name] += String(data)))
  const stdin = Readable.from([Buffer.from(input)])
  const terminal = { ...process, ...streams, stdin } as unknown as Parameters<typeof runCommand>[1]
  const code = await runCommand(["hash-password", ...args], terminal)
  return { code, ...said }
}

describe("isogloss hash-password", () => {
  it.each([
    ["secret", "secret"],
    ["secret\n", "secret"],
    ["secret\r\n", "secret"],
    ["two words \n\n", "two words \n"],
    ["pässwörd", "pässwörd"]
  ])("prints a hash of %j that is %j's", async (input, password) => {
    const { code, stdout } = await hashed(input)
    expect([code, await verify(stdout.trimEnd(), password)]).toEqual([0, true])
    expect(stdout).not.toContain(password)
  })

  it.each([
    ["nothing", "", [], 1, "There is no password on the standard input."],
    ["an empty line", "\n", [], 1, "There is no password on the standard input."],
    ["no UTF-8", Uint8Array.of(0xff), [], 1, "The input is not UTF-8."],
    ["an option", "secret", ["--cost"], 2, "Unknown option '--cost'. It takes no options."],
    ["a password in its arguments", "", ["secret"], 2, "Unexpected argument"]
  ] as const)("takes not %s", async (_, input, args, code, message) => {
    const ended = await hashed(input, args)
    expect([ended.code, ended.stdout]).toEqual([code, ""])
    expect(ended.stderr).toContain(message)
  })
})
