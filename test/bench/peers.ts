import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** What others have made for the same work; each is measured once it was asked for. */
export const peers = ["portkey", "llm-bridge", "effect"] as const
/** One of them. */
export type Peer = (typeof peers)[number]

const packages: Readonly<Record<Peer, object>> = {
  /** The versions of its own lock file: with those that its ranges allow today, its streams are answered with 500. */
  portkey: {
    dependencies: { "@portkey-ai/gateway": "1.15.2" },
    overrides: { hono: "4.9.7", "@hono/node-server": "1.13.5" }
  },
  "llm-bridge": { dependencies: { "llm-bridge": "2.0.1" } },
  /** The version of the Effect that isogloss is tested with. */
  effect: { dependencies: { "@effect/platform-node": "4.1.0", effect: "4.1.0" } }
}

const folder = (peer: Peer): string => join(tmpdir(), "isogloss-bench", peer)

const files: Readonly<Record<Peer, string>> = {
  portkey: "node_modules/@portkey-ai/gateway/build/start-server.js",
  "llm-bridge": "node_modules/llm-bridge/dist/index.mjs",
  effect: "node_modules/@effect/platform-node/dist/index.js"
}

/** The file that a peer is run or imported by, where it is installed. */
export const peerFile = (peer: Peer): string | undefined => {
  const file = join(folder(peer), files[peer])
  return existsSync(file) ? file : undefined
}

/** Why a peer is not measured. */
export const noPeer = (peer: Peer): string => `not installed: run with \`--with ${peer}\``

/** Installs a peer in a folder of its own, outside the repository. */
export const installPeer = (peer: Peer): void => {
  if (peerFile(peer) !== undefined) return
  const where = folder(peer)
  mkdirSync(where, { recursive: true })
  writeFileSync(join(where, "package.json"), JSON.stringify({ private: true, type: "module", ...packages[peer] }))
  spawnSync("npm", ["install", "--no-audit", "--no-fund"], { cwd: where, stdio: "inherit" })
}
