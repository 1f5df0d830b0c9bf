import { setTimeout as sleep } from "node:timers/promises"
import { type FormatId, formatIds } from "./bodies.ts"
import { startEndless, until } from "./endless-rig.ts"
import { spread } from "./measure.ts"
import type { Row } from "./table.ts"

/** How many streams are open. */
const open = 100

/** How long one stream may hold the loop, in milliseconds of its thread's CPU. */
const longest = 50

/** How much more a translated stream may hold than one whose bytes pass. */
const ratio = 1.3

/**
 * How much a reader takes before it stops, in bytes: more than the longest text of which a stream keeps all, for citations
 * that may come behind it. How far a stream comes whose reader stops at once depends on the system's buffers.
 */
const taken = 2 * 1024 * 1024

/**
 * By how much more than the one before it each reader takes. What a stream keeps depends on where in a read of 64 KiB it
 * stopped, by up to 60 KB, and streams of one kind whose readers stop at one place stop all at one: then that is found and
 * not what a stream keeps. So readers stop at places over more than two such reads.
 */
const apart = 1700

interface Found {
  /** Kilobytes a stream that are no garbage, and what the system sees. */
  readonly kept: number
  readonly rss: number
  /** The longest time that the loop was held meanwhile, in milliseconds. */
  readonly held: number
}

/** How long nothing was said where nothing goes on any more, and the longest that this is waited for, in milliseconds. */
const [silence, longestWait] = [5000, 90_000]

/**
 * Waits until vendors say nothing more and clients are told nothing more: how soon all that can be held is held depends on
 * the machine. Where vendors alone are looked at, streams are found on their way: the system holds megabytes of what a
 * vendor has said, which take seconds to translate, and meanwhile nothing waits for any reader.
 */
const still = async (moved: () => Promise<number>): Promise<void> => {
  const end = performance.now() + longestWait
  let last = -1
  for (let now = await moved(); now !== last && performance.now() < end; now = await moved()) {
    last = now
    await sleep(silence)
  }
}

/** What a stream holds whose reader has stopped, once nothing goes on any more. */
const measure = async (client: FormatId, upstream: FormatId): Promise<Found> => {
  const rig = await startEndless()
  try {
    const sockets = Array.from({ length: open }, () => rig.open(client, upstream))
    let stopped = 0
    const read = sockets.map(() => 0)
    for (const [at, socket] of sockets.entries()) {
      socket.on("data", (piece) => {
        const before = read[at] ?? 0
        read[at] = before + piece.length
        const most = taken + at * apart
        if (before + piece.length < most) return
        if (before < most) stopped++
        socket.pause()
      })
    }
    const before = await rig.server.ask("memory")
    await rig.server.ask("held")
    await until(() => stopped === open, 120_000)
    await still(async () => (await rig.sent()) + (await rig.server.ask("told")))
    const held = await rig.server.ask("held")
    const during = await rig.server.ask("memory")
    for (const socket of sockets) socket.destroy()
    return { kept: (during.kept - before.kept) / open, rss: (during.rss - before.rss) / open, held }
  } finally {
    rig.stop()
  }
}

/** What 100 readers that have stopped cost, translated against passing, in one run. */
export const benchPaused = async (): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const client of formatIds) {
    const found = new Map<FormatId, Found>()
    for (const upstream of formatIds) found.set(upstream, await measure(client, upstream))
    const passing = found.get(client)
    for (const [upstream, { kept, rss, held }] of found) {
      const name = `${upstream} to a ${client} client`
      const row = (who: string, unit: "KB" | "ms" | "x", value: number, limit?: number): Row => ({
        kind: "figure",
        label: { case: name, who },
        unit,
        figure: spread([value]),
        ...(limit === undefined ? {} : { goal: { limit } })
      })
      rows.push(row("kept", "KB", kept), row("rss", "KB", rss), row("loop held", "ms", held, longest))
      if (passing !== undefined && upstream !== client)
        rows.push(row("kept, of passing", "x", kept / passing.kept, ratio))
    }
  }
  return rows
}
