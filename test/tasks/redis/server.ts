import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { freePort } from "../../faults/loopback.ts"

/** What it acknowledged it has written: by its default it waits up to two seconds where its disk is slow. */
const durable = ["--save", "", "--appendonly", "yes", "--appendfsync", "always"]

/** Starts a Redis on a port, which keeps its data in a folder; resolves when it takes connections. */
const start = async (port: number, folder: string) => {
  const args = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, ...durable]
  const child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "inherit"] })
  let said = ""
  for await (const piece of child.stdout) {
    said += String(piece)
    if (said.includes("Ready to accept connections")) break
  }
  if (child.exitCode !== null) throw new Error(`redis-server ended: ${said}`)
  return child
}

const stopped = async (child: Awaited<ReturnType<typeof start>>): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, "exit")
  child.kill("SIGKILL")
  await exit
}

/** A Redis on a free port, for as long as the scope is open; `restart` gives another one on its port and its data. */
export const redisServer = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "isogloss-redis-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const port = yield* Effect.promise(freePort)
  let child = yield* Effect.promise(() => start(port, folder))
  yield* Effect.addFinalizer(() => Effect.promise(() => stopped(child)))
  return {
    url: `redis://127.0.0.1:${port}`,
    signal: (signal: NodeJS.Signals) => Effect.sync(() => void child.kill(signal)),
    stop: Effect.promise(() => stopped(child)),
    restart: Effect.promise(async () => {
      child = await start(port, folder)
    })
  }
})
