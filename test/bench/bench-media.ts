import { launch } from "./child.ts"
import { spread } from "./measure.ts"
import type { ClientAnswers, Form } from "./media-client.ts"
import type { Held, MediaAnswers, Video } from "./media-server.ts"
import type { Row } from "./table.ts"

const mebibyte = 1024 * 1024

/** Kilobytes by which a server of videos may grow. */
const limit = 300 * 1024

/** Videos that are downloaded at once. */
interface Case {
  readonly count: number
  readonly size: number
}

const cases: readonly Case[] = [
  { count: 20, size: 64 * mebibyte },
  { count: 1, size: 256 * mebibyte }
]

const forms: readonly Form[] = ["bytes", "json"]

/** Measures by how much a server grows while large videos are downloaded from its files, and whether they arrive. */
export const benchMedia = async (): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const one of cases) for (const form of forms) rows.push(...(await measure(one, form)))
  return rows
}

/** A process that has served before reuses its pages: each case has a fresh one. */
const measure = async ({ count, size }: Case, form: Form): Promise<readonly Row[]> => {
  const server = launch<MediaAnswers>("./media-server.ts")
  const client = launch<ClientAnswers>("./media-client.ts")
  const name = `${count} at once of ${size / mebibyte} MiB, ${form === "json" ? "base64 in JSON" : "bytes"}`
  try {
    const port = await server.ask("port")
    const videos: Video[] = []
    for (let seed = 0; seed < count; seed++) videos.push(await server.ask("keep", { seed, size }))
    const before = await server.ask("rest")
    const lost = await client.ask("download", { port, form, videos })
    const most = await server.ask("most")
    if (lost > 0)
      return [{ kind: "wrong", label: { case: name, who: "isogloss" }, why: `${lost} did not arrive whole` }]
    return (["heap", "rss"] as const).map((kind) => grown(name, kind, before, most))
  } finally {
    client.stop()
    server.stop()
  }
}

const grown = (name: string, kind: keyof Held, before: Held, most: Held): Row => ({
  kind: "figure",
  label: { case: name, who: `isogloss, ${kind}` },
  figure: spread([most[kind] - before[kind]]),
  unit: "KB",
  goal: { limit }
})
