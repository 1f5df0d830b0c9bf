import { directions } from "./bodies.ts"
import { startEndless, until } from "./endless-rig.ts"
import { spread } from "./measure.ts"
import type { Row } from "./table.ts"

const mega = 1024 * 1024

/** How much is read before what the process holds is looked at first, and last. */
const first = 256 * mega
const last = 2048 * mega

/** Kilobytes by which a process may have grown in between: what its collector leaves lying differs by as much. */
const most = 48 * 1024

/** How a stream is told to end whose last event would say all that was said, for a client of such a format. */
const capped = /event: error\ndata: .*"upstream_stream_too_large"/

/** By how much the process grows between the first bytes of a stream without an end and 2 GB of it. */
export const benchEndless = async (): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const { from, to } of directions) {
    const rig = await startEndless(["--max-old-space-size=256"])
    try {
      const socket = rig.open(from, to)
      let [read, said, isCapped] = [0, "", false]
      socket.on("data", (piece) => {
        read += piece.length
        said = piece.toString("latin1").slice(-400)
        isCapped ||= piece.includes("event: error") && capped.test(piece.toString("latin1"))
      })
      const grown = async (bytes: number) => {
        await until(() => read >= bytes || isCapped || socket.readableEnded, 600_000)
        return rig.server.ask("memory")
      }
      const before = await grown(first)
      const after = await grown(last)
      socket.destroy()
      const name = `${to} to a ${from} client`
      const isWell = from === "responses" ? isCapped : read >= last
      if (!isWell) rows.push({ kind: "wrong", label: { case: name, who: "isogloss" }, why: `ended: ${said}` })
      for (const kind of ["rss", "kept"] as const) {
        const label = { case: name, who: `isogloss, ${kind}` }
        rows.push({
          kind: "figure",
          label,
          unit: "KB",
          figure: spread([after[kind] - before[kind]]),
          goal: { limit: most }
        })
      }
    } finally {
      rig.stop()
    }
  }
  return rows
}
