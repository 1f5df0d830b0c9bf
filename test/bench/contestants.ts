import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type Child, launch } from "./child.ts"
import type { HttpCase } from "./http-cases.ts"
import type { ServerAnswers } from "./server.ts"

/** The server that all others are measured against. */
export const bare = "bare"
/** The server that tells whether a run can be believed. */
export const undiciAlone = "undici-alone"

/** A server under test. */
export interface Contestant {
  readonly name: string
  readonly file: string
  /** Whether it can do a case: what translates nothing does none that needs it. */
  readonly takes: (one: HttpCase) => boolean
}

const untouched = (one: HttpCase): boolean => one.from === one.to && one.model === one.sent

const old = (one: HttpCase): boolean => one.from !== "generate-content" && one.to !== "generate-content"

/** All servers, the base first. */
export const contestants: readonly Contestant[] = [
  { name: bare, file: "./server-bare.ts", takes: () => true },
  { name: undiciAlone, file: "./server-undici-alone.ts", takes: untouched },
  { name: "by hand", file: "./server-by-hand.ts", takes: old },
  { name: "isogloss", file: "./server-isogloss.ts", takes: () => true }
]

/** Whether a server's file is there. */
export const isThere = ({ file }: Contestant): boolean => existsSync(fileURLToPath(new URL(file, import.meta.url)))

/** A server that runs in a process of its own. */
export interface Running {
  readonly name: string
  readonly port: number
  readonly child: Child<ServerAnswers>
  readonly takes: Contestant["takes"]
}

/** Starts a server in front of an upstream. */
export const startServer = async ({ name, file, takes }: Contestant, upstreamPort: number): Promise<Running> => {
  const child = launch<ServerAnswers>("./server.ts", [file, `http://127.0.0.1:${upstreamPort}`])
  return { name, port: await child.ask("port"), child, takes }
}
