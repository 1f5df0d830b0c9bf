import { parseArgs } from "node:util"
import { benchHttp, type HttpEffort } from "./bench-http.ts"
import { benchMemory } from "./bench-memory.ts"
import { benchRequests } from "./bench-requests.ts"
import { benchStreams } from "./bench-streams.ts"
import { undiciAlone } from "./contestants.ts"
import { streamCases, unaryCases } from "./http-cases.ts"
import type { Effort } from "./measure.ts"
import { type Rig, startRig } from "./rig.ts"
import { passes, printTable, type Row } from "./table.ts"

const sections = ["requests", "streams", "http", "http-streams", "memory"] as const
type Section = (typeof sections)[number]

const usage = `usage: npm run bench -- [--only ${sections.join("|")}]... [--quick]`

interface Options {
  readonly only: readonly Section[]
  readonly inProcess: Effort
  readonly http: HttpEffort
}

const isSection = (name: string): name is Section => sections.some((section) => section === name)

const readOptions = (): Options => {
  const { values } = parseArgs({ options: { only: { type: "string", multiple: true }, quick: { type: "boolean" } } })
  const asked = (values.only ?? []).flatMap((names) => names.split(","))
  if (!asked.every(isSection)) throw new Error(usage)
  return {
    only: asked.length === 0 ? sections : asked,
    inProcess: values.quick === true ? { rounds: 5, slice: 60 } : { rounds: 11, slice: 200 },
    http: values.quick === true ? { rounds: 3, share: 0.5 } : { rounds: 9, share: 1 }
  }
}

/** Costs of undici alone, against the bare proxy, between which a run is believed. */
const believable = { from: 0.5, to: 0.8 }

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

const benchOverHttp = async ({ only, http }: Options): Promise<Checked> => {
  const rig = await startRig()
  const rows: Row[] = []
  let valid = true
  const show = (title: string, found: readonly Row[]): void => {
    printTable(title, found)
    rows.push(...found)
  }
  try {
    if (only.includes("http")) {
      const first = await benchChecked(rig, http)
      const last = first.valid ? first : await benchChecked(rig, http)
      valid = last.valid
      const title = `HTTP, server CPU a request against the bare proxy${valid ? "" : " (NOT VALID: the self-check failed twice)"}`
      show(title, last.rows)
    }
    if (only.includes("http-streams")) {
      show(
        "HTTP streams of 200 events, server CPU an event against the bare proxy",
        await benchHttp(rig, streamCases, http)
      )
    }
    if (only.includes("memory")) {
      show("Memory of an open stream, 200 held half-way", await benchMemory(rig, streamCases, Math.min(5, http.rounds)))
    }
  } finally {
    rig.stop()
  }
  return { rows, valid }
}

const main = async (): Promise<boolean> => {
  const options = readOptions()
  const rows: Row[] = []
  if (options.only.includes("requests")) {
    const found = await benchRequests(options.inProcess)
    printTable("Request translation, JSON text to JSON text, against parse + stringify of the same text", found)
    rows.push(...found)
  }
  if (options.only.includes("streams")) {
    const found = await benchStreams(options.inProcess)
    printTable(
      "Stream translation an event, bytes to bytes, against parse + stringify of the events' data without framing",
      found
    )
    rows.push(...found)
  }
  const overHttp = options.only.some((section) => section !== "requests" && section !== "streams")
  const { rows: more, valid } = overHttp ? await benchOverHttp(options) : { rows: [], valid: true }
  rows.push(...more)
  const missed = rows.filter((row) => !passes(row)).length
  const absent = rows.filter((row) => row.kind === "absent").length
  console.log(`\n${missed} missed, ${absent} not measured${valid ? "" : ", the HTTP figures do not count"}`)
  return missed === 0 && valid
}

process.exitCode = (await main()) ? 0 : 1
