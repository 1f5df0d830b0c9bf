import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import type { StartGateway } from "../faults/index.ts"
import { firstCommand, isogloss, type Started } from "./process.ts"

/** A folder that is removed once the test is over: files of tests share their modules. */
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), "isogloss-started-"))
  onTestFinished(() => rmSync(made, { recursive: true, force: true, maxRetries: 5 }))
  return made
}

/** The key of clients. */
export const clientKey = "key-of-a-client"

/** The header that every client sends. */
export const letIn = [["authorization", `Bearer ${clientKey}`]] as const

/** Writes a configuration where it was, or anew; the path of its file. */
export const fileOf = (configuration: unknown, file = join(folder(), "isogloss.json")): string => {
  writeFileSync(file, typeof configuration === "string" ? configuration : JSON.stringify(configuration))
  return file
}

/** A path in a folder that is removed in the end. */
export const pathOf = (name: string): string => join(folder(), name)

/** A node that serves a configuration. */
export interface Node {
  readonly url: string
  readonly started: Started
  readonly file: string
}

/** Starts the command with a configuration, and waits until it listens. */
export const nodeWith = async (
  configuration: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string>> = {}
): Promise<Node> => {
  const file = fileOf({ listen: { port: 0 }, keys: [{ key: clientKey, name: "tests" }], ...configuration })
  const started = isogloss(["serve", "--config", file], env)
  onTestFinished(async () => void (await started.killed()))
  const said = await started.saying(firstCommand)
  return { url: /http:\/\/\S+/.exec(said)?.[0] ?? "", started, file }
}

/** Families that chat, and one that makes videos, all at one place. */
export const upstreamsAt = (url: string): Readonly<Record<string, unknown>> => ({
  openai: { family: "openai", url: `${url}/v1`, key: "u" },
  claude: { family: "claude", url, key: "u" },
  gemini: { family: "gemini", url, key: "u" },
  sora: { family: "sora", url: `${url}/v1`, key: "u" }
})

/** Starts the command in front of an upstream, for a case of the fault harness. */
export const inFrontOf =
  (configuration: Readonly<Record<string, unknown>>, keep: (node: Node) => void): StartGateway =>
  async (url) => {
    const node = await nodeWith({ upstreams: upstreamsAt(url), tasks: "memory", ...configuration })
    keep(node)
    return {
      url: node.url,
      close: async () => void (await node.started.killed())
    }
  }
