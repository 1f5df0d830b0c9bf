import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { onTestFinished } from "vitest"
import { fileOf } from "./packages.ts"

/** A program that speaks to models, and how it is told where they are. */
export interface Program {
  /** Its script below `node_modules`. */
  readonly script: string
  readonly args: (model: string, prompt: string, url: string) => readonly string[]
  readonly env: (url: string, key: string, model: string) => Readonly<Record<string, string>>
  /** The files of its home, by their paths there. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** What a program said and how it ended. */
export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A home that nobody else has, with a folder to work in. */
export interface Home {
  readonly path: string
  readonly work: string
}

/** Makes a home for the programs of a test; it is gone once the test is over. */
export const homeFor = ({ settings }: Program): Home => {
  const path = mkdtempSync(join(tmpdir(), "isogloss-home-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }))
  for (const [name, content] of Object.entries(settings)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), JSON.stringify(content))
  }
  const work = join(path, "work")
  mkdirSync(work)
  return { path, work }
}

/** Where a program is sent, with which key, and what it is asked. */
export interface Task {
  readonly url: string
  readonly key: string
  readonly model: string
  readonly prompt: string
  /** Arguments and variables beside the program's usual ones. */
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a program until it ends, two minutes at most; beside the gateway its proxy is all that it reaches. */
export const run = (program: Program, home: Home, task: Task): Promise<Ran> => {
  const { url, key, model, prompt, args = [], env = {} } = task
  const own = {
    PATH: process.env["PATH"] ?? "",
    HOME: home.path,
    TMPDIR: home.path,
    XDG_CONFIG_HOME: join(home.path, ".config"),
    XDG_STATE_HOME: join(home.path, ".state"),
    XDG_CACHE_HOME: join(home.path, ".cache"),
    HTTPS_PROXY: url,
    NO_PROXY: "127.0.0.1"
  }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [fileOf(program.script), ...program.args(model, prompt, url), ...args],
      { cwd: home.work, env: { ...own, ...program.env(url, key, model), ...env }, timeout: 120_000 },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr })
    )
    child.stdin?.end()
  })
}
