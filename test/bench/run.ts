import { parseArgs } from "node:util"
import { benchEndless } from "./bench-endless.ts"
import { benchEmbeddings } from "./bench-embeddings.ts"
import { benchFair } from "./bench-fair.ts"
import { benchHttp, type HttpEffort } from "./bench-http.ts"
import { benchImages } from "./bench-images.ts"
import { benchLoop } from "./bench-loop.ts"
import { benchMedia } from "./bench-media.ts"
import { benchMemory } from "./bench-memory.ts"
import { benchPaused } from "./bench-paused.ts"
import { benchRequests } from "./bench-requests.ts"
import { benchStreams } from "./bench-streams.ts"
import { benchTasks, type Watching } from "./bench-tasks.ts"
import { undiciAlone } from "./contestants.ts"
import { memoryCases, streamCases, unaryCases } from "./http-cases.ts"
import type { Effort } from "./measure.ts"
import { type Rig, startRig } from "./rig.ts"
import { passes, printGoals, printTable, type Row, type Section } from "./table.ts"

const sectionNames = [
  "requests",
  "streams",
  "images",
  "embeddings",
  "tasks",
  "media",
  "loop",
  "endless",
  "paused",
  "fair",
  "http",
  "http-streams",
  "memory"
] as const
type SectionName = (typeof sectionNames)[number]

const usage = `usage: npm run bench -- [--only ${sectionNames.join("|")}]... [--quick]`

interface Options {
  readonly only: readonly SectionName[]
  readonly inProcess: Effort
  readonly http: HttpEffort
  readonly tasks: Watching
}

const isSection = (name: string): name is SectionName => sectionNames.some((section) => section === name)

const readOptions = (): Options => {
  const { values } = parseArgs({ options: { only: { type: "string", multiple: true }, quick: { type: "boolean" } } })
  const asked = (values.only ?? []).flatMap((names) => names.split(","))
  if (!asked.every(isSection)) throw new Error(usage)
  return {
    only: asked.length === 0 ? sectionNames : asked,
    inProcess:
      values.quick === true ? { warming: 400, rounds: 5, slice: 60 } : { warming: 1000, rounds: 9, slice: 150 },
    http: values.quick === true ? { warming: 1.5, rounds: 3, share: 0.5 } : { warming: 4, rounds: 7, share: 1 },
    tasks: values.quick === true ? { rounds: 1, window: 8_000 } : { rounds: 3, window: 15_000 }
  }
}

/** Costs of undici alone, against the bare proxy, between which a run is believed. */
const believable = { from: 0.5, to: 0.8 }

interface Measured {
  readonly sections: readonly Section[]
  readonly valid: boolean
}

interface Checked {
  readonly rows: readonly Row[]
  readonly valid: boolean
}

const benchChecked = async (rig: Rig, effort: HttpEffort): Promise<Checked> => {
  const rows = await benchHttp(rig, unaryCases, effort)
  const row = rows.find(({ label }) => label.who === undiciAlone && label.case === unaryCases[0]?.name)
  const found = row?.kind === "figure" ? row.figure.median : Number.NaN
  const valid = found >= believable.from && found <= believable.to
  const range = `${believable.from} to ${believable.to}`
  const verdict = valid ? `this run counts (${range})` : `this run does NOT count: it must cost ${range}`
  console.log(`\nself-check: undici alone costs ${found.toFixed(2)} of the bare proxy; ${verdict}`)
  return { rows, valid }
}

const shown = (name: SectionName, title: string, rows: readonly Row[]): Section => {
  printTable(title, rows)
  return { name, rows }
}

const benchOverHttp = async ({ only, http }: Options): Promise<Measured> => {
  const rig = await startRig()
  const sections: Section[] = []
  let valid = true
  try {
    if (only.includes("http")) {
      const first = await benchChecked(rig, http)
      const last = first.valid ? first : await benchChecked(rig, http)
      valid = last.valid
      const title = `HTTP, server CPU a request against the bare proxy${valid ? "" : " (NOT VALID: the self-check failed twice)"}`
      sections.push(shown("http", title, last.rows))
    }
    if (only.includes("http-streams")) {
      const title = "HTTP streams of 200 events, server CPU an event against the bare proxy"
      sections.push(shown("http-streams", title, await benchHttp(rig, streamCases, http)))
    }
    if (only.includes("memory")) {
      const rounds = Math.min(5, http.rounds)
      const title = "Memory of an open stream, 200 held half-way"
      sections.push(shown("memory", title, await benchMemory(rig, memoryCases, rounds)))
    }
  } finally {
    rig.stop()
  }
  return { sections, valid }
}

const benchInProcess = async ({ only, inProcess, tasks }: Options): Promise<readonly Section[]> => {
  const sections: Section[] = []
  if (only.includes("requests")) {
    const title = "Request translation, JSON text to JSON text, against parse + stringify of the same text"
    sections.push(shown("requests", title, await benchRequests(inProcess)))
  }
  if (only.includes("streams")) {
    const title =
      "Stream translation an event, bytes to bytes, against parse + stringify of the events' data without framing"
    sections.push(shown("streams", title, await benchStreams(inProcess)))
  }
  if (only.includes("images")) {
    const title = "What a body of the images endpoint means, against parse + stringify of the same text"
    sections.push(shown("images", title, await benchImages(inProcess)))
  }
  if (only.includes("embeddings")) {
    const title = "Embeddings, JSON text to JSON text, against parse + stringify of the same text"
    sections.push(shown("embeddings", title, await benchEmbeddings(inProcess)))
  }
  if (only.includes("tasks")) {
    const title = "Long tasks: a poller's CPU, and how late it asks, against timers that do nothing else"
    sections.push(shown("tasks", title, await benchTasks(tasks)))
  }
  if (only.includes("media")) {
    const title = "Videos from files over a socket: by how much the server's memory grows"
    sections.push(shown("media", title, await benchMedia()))
  }
  if (only.includes("loop")) {
    const title = "The longest time that one request holds the loop of the server, CPU of its thread"
    sections.push(shown("loop", title, await benchLoop()))
  }
  if (only.includes("endless")) {
    const title = "Translated streams without an end, 2 GB each, in a process with a heap of 256 MB"
    sections.push(shown("endless", title, await benchEndless()))
  }
  if (only.includes("paused")) {
    const title = "100 streams of a fast vendor whose readers have stopped"
    sections.push(shown("paused", title, await benchPaused()))
  }
  if (only.includes("fair")) {
    const title =
      "Another account's calls beside 400 streams of one, against the same calls alone and through a bare proxy beside them"
    sections.push(shown("fair", title, await benchFair()))
  }
  return sections
}

/** Sections that need no server. */
const alone: ReadonlySet<SectionName> = new Set([
  "requests",
  "streams",
  "images",
  "embeddings",
  "tasks",
  "media",
  "loop",
  "endless",
  "paused",
  "fair"
])

const main = async (): Promise<boolean> => {
  const options = readOptions()
  const first = await benchInProcess(options)
  const overHttp = options.only.some((section) => !alone.has(section))
  const { sections: more, valid } = overHttp ? await benchOverHttp(options) : { sections: [], valid: true }
  const sections = [...first, ...more]
  printGoals(sections)
  const rows = sections.flatMap((section) => section.rows)
  const missed = rows.filter((row) => !passes(row)).length
  const absent = rows.filter((row) => row.kind === "absent").length
  console.log(`\n${missed} missed, ${absent} not measured${valid ? "" : ", the HTTP figures do not count"}`)
  return missed === 0 && valid
}

process.exitCode = (await main()) ? 0 : 1
