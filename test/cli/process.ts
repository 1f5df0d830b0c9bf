import { type ChildProcessByStdio, spawn } from "node:child_process"
import type { Readable, Writable } from "node:stream"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The command's file. */
export const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url))

/** What a process said and how it ended. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>

/** What `serve` says once it has told where it listens and what it serves: the first of its commands. */
export const firstCommand = " -d '{"

/** A process with what it has said so far. */
export interface Started {
  readonly child: Child
  readonly ended: Promise<Ended>
  /** Ends it at once; settles when nothing is left of it, its folder neither. */
  readonly killed: () => Promise<Ended>
  /** Settles once its standard output holds a text; fails where the process ends before. */
  readonly saying: (text: string) => Promise<string>
  /** The next line that begins so, from now on, on either output. */
  readonly next: (beginning: string) => Promise<string>
  /** What its standard error has said so far. */
  readonly stderr: () => string
}

/** Where all of them find what was compiled before, in this run and those before it. */
const caches = fileURLToPath(new URL("../../node_modules/.cache/isogloss-caches", import.meta.url))

const start = (
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input: string
): Started => {
  /** Where it keeps what outlives it unless a test says another place: nobody's home, and gone once it has ended. */
  const state = mkdtempSync(join(tmpdir(), "isogloss-state-"))
  const child = spawn(command, args, {
    env: { PATH: process.env["PATH"] ?? "", XDG_STATE_HOME: state, XDG_CACHE_HOME: caches, ...env },
    stdio: ["pipe", "pipe", "pipe"]
  })
  let stdout = ""
  let stderr = ""
  child.stdout.on("data", (piece: Buffer) => (stdout += piece.toString()))
  child.stderr.on("data", (piece: Buffer) => (stderr += piece.toString()))
  child.stdin.end(input)
  const ended = new Promise<Ended>((resolve) =>
    child.once("close", (code) => {
      rmSync(state, { recursive: true, force: true, maxRetries: 5 })
      resolve({ code, stdout, stderr })
    })
  )
  const saying = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (stdout.includes(text)) resolve(stdout)
      }
      child.stdout.on("data", look)
      void ended.then(() => reject(new Error(`It ended and said: ${stdout}${stderr}`)))
      look()
    })
  const next = (beginning: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const from = { stdout: stdout.length, stderr: stderr.length }
      const look = (): void => {
        const whole = (text: string): readonly string[] => text.split("\n").slice(0, -1)
        const lines = [...whole(stdout.slice(from.stdout)), ...whole(stderr.slice(from.stderr))]
        const found = lines.find((line) => line.startsWith(beginning))
        if (found !== undefined) resolve(found)
      }
      child.stdout.on("data", look)
      child.stderr.on("data", look)
      void ended.then(() => reject(new Error(`It ended and said: ${stdout}${stderr}`)))
    })
  const killed = (): Promise<Ended> => {
    child.kill("SIGKILL")
    return ended
  }
  return { child, ended, killed, saying, next, stderr: () => stderr }
}

/** Starts the command as a user does. */
export const isogloss = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = "",
  command = cli
): Started => start(process.execPath, [command, ...args], env, input)

/** Runs a line as a shell does into which it was pasted. */
export const pasted = (line: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  start("sh", ["-c", line], env, "").ended
