import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { bundled } from "./bundle.ts"
import type { Meeting } from "./node.ts"

/** A kind of store that processes share. */
export interface Shared {
  readonly name: string
  /** Opens an empty one: its place, and what closes it. */
  readonly open: () => Promise<{ readonly place: string; readonly close: () => Promise<void> }>
}

/** Where compiled modules are kept from one node to the next, and from one run to the next. */
const compiled = fileURLToPath(new URL("../../../node_modules/.cache/isogloss-compiled", import.meta.url))

/** A process of a script beside this one, its end with all that it said, and the whole lines that it has said so far. */
export const started = (script: string, ...args: readonly string[]) => {
  const path = bundled(fileURLToPath(new URL(script, import.meta.url)))
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled }
  const child = spawn(process.execPath, [path, ...args], { stdio: ["pipe", "pipe", "inherit"], env })
  const said: string[] = []
  child.stdout.setEncoding("utf8").on("data", (piece: string) => said.push(piece))
  return { child, exit: once(child, "close"), lines: () => said.join("").split("\n").slice(0, -1) }
}

/** The vendor's address, once it listens. */
export const listening = async (vendor: ReturnType<typeof started>): Promise<string> => {
  while (vendor.lines().length === 0) await setTimeout(10)
  return `http://127.0.0.1:${vendor.lines()[0] ?? ""}`
}

/** Kills a process that still runs. */
export const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, "exit")
  child.kill("SIGKILL")
  await exit
}

/** The prompts that the vendor was sent, each as often as it was. */
export const ledgerOf = async ({ vendor }: Pick<Meeting, "vendor">): Promise<readonly unknown[]> => {
  const ledger: unknown = await (await fetch(`${vendor}/ledger`)).json()
  return Array.isArray(ledger) ? ledger : []
}
