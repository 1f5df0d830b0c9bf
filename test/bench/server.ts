import { answer } from "./child.ts"

/** What a server file exports: it listens on a port of 127.0.0.1 and calls the upstream at the URL. */
export interface Server {
  readonly start: (upstreamUrl: string) => Promise<number>
}

/** Kilobytes that a process holds after a collection. */
export interface Memory {
  readonly rss: number
  readonly heap: number
}

const [file = "", upstreamUrl = ""] = process.argv.slice(2)
const server: Server = await import(file)
const port = server.start(upstreamUrl)

const memory = (): Memory => {
  globalThis.gc?.()
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss: rss / 1024, heap: (heapUsed + external) / 1024 }
}

const table = {
  port: () => port,
  /** Microseconds of CPU, user and system, since the start. */
  cpu: () => {
    const { user, system } = process.cpuUsage()
    return user + system
  },
  memory
}

/** What a server under test can be asked. */
export type ServerAnswers = typeof table

answer(table)
