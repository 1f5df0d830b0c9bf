import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer, connect } from "node:net"
import { availableParallelism } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"

/** The core of what is measured, and that of who asks and who answers it. */
export type Core = 0 | 1

/** Why whole processes cannot be measured here, if they cannot. */
export const unmeasurable = existsSync("/proc/self/stat") ? undefined : "this system has no /proc"

const pins = spawnSync("taskset", ["--version"]).status === 0 && availableParallelism() > 1

/** The command under which another runs on one core, where the system can pin. */
export const pinned = (core: Core): readonly string[] => (pins ? ["taskset", "-c", String(core)] : [])

/** A program that listens, as the system sees it. */
export interface Served {
  readonly port: number
  /** Milliseconds from its start until it took a connection. */
  readonly began: number
  /** Milliseconds of CPU, user and system, of all its threads since its start. */
  readonly cpu: () => number
  /** Megabytes that are resident. */
  readonly rss: () => number
  /** The most megabytes that were resident since the last `forget`. */
  readonly peak: () => number
  readonly forget: () => void
  /** How many files and sockets it has open. */
  readonly handles: () => number
  readonly stop: () => Promise<void>
}

/** What is started, of the port that it shall listen on. */
export interface Started {
  readonly command: readonly [string, ...string[]]
  readonly env?: NodeJS.ProcessEnv
}

/** Starts a program on the measured core, or under another command, and waits until it listens. */
export const serve = async (start: (port: number) => Started, under = pinned(0)): Promise<Served> => {
  const port = await freePort()
  const { command, env } = start(port)
  const [program = "", ...args] = [...under, ...command]
  const before = performance.now()
  const child = spawn(program, args, { env: { ...process.env, NODE_ENV: "production", ...env }, stdio: "ignore" })
  const ended = once(child, "exit")
  while (!(await takes(port))) {
    if (child.exitCode !== null) throw new Error(`${command.join(" ")} ended with ${child.exitCode}`)
    if (performance.now() - before > 30_000) throw new Error(`${command.join(" ")} does not listen`)
    await sleep(2)
  }
  const began = performance.now() - before
  const at = `/proc/${child.pid}`
  const status = (key: string): number =>
    Number(new RegExp(`${key}:\\s+(\\d+)`).exec(readFileSync(`${at}/status`, "utf8"))?.[1] ?? Number.NaN)
  return {
    port,
    began,
    cpu: () => ticks(readFileSync(`${at}/stat`, "utf8")) * 10,
    rss: () => status("VmRSS") / 1024,
    peak: () => status("VmHWM") / 1024,
    forget: () => writeFileSync(`${at}/clear_refs`, "5"),
    handles: () => readdirSync(`${at}/fd`).length,
    stop: async () => {
      child.kill("SIGKILL")
      await ended
    }
  }
}

/** Clock ticks (hundredths of a second) of user and system time; the name before them may hold spaces. */
const ticks = (stat: string): number => {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return Number(fields[11]) + Number(fields[12])
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  if (typeof address !== "object" || address === null) throw new Error("No port is free.")
  return address.port
}

const takes = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () => resolve(socket.destroy().destroyed))
    socket.once("error", () => resolve(false))
  })
