import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Answered, isRecord, type Rig, startRig } from "./gateway.ts"
import { open } from "./open.ts"
import {
  absent,
  type Case,
  type FormatId,
  formats,
  type Outcome,
  type Places,
  type Reaches,
  type Table
} from "./row.ts"

/** A case on one of its paths. */
interface Crossing {
  readonly name: string
  readonly format: FormatId
  readonly model: string
  readonly it: Case
}

/** Each case of a table on each of its paths. */
export const crossings = ({ format: own, models, cases }: Table): readonly Crossing[] =>
  cases.flatMap((it) =>
    formats.flatMap((format) => {
      const model = it.models === undefined ? models[format] : it.models[format]
      const way = format === own ? "passed" : `to ${format}`
      return model === undefined ? [] : [{ name: `${it.keeps} · ${it.when} · ${way}`, format, model, it }]
    })
  )

/** Runs a table: each case on each path is a test. `count`: how many tests that are. */
export const runTable = (table: Table, count: number): void =>
  void describe(table.name, () => {
    let rig: Rig
    beforeAll(() => {
      rig = startRig()
    })
    afterAll(() => rig.close())
    const all = crossings(table)
    it(`has ${count} cases, each under a name of its own`, () => {
      expect(all).toHaveLength(count)
      expect(new Set(all.map(({ name }) => name)).size).toBe(count)
    })
    for (const crossing of all) {
      const named = open.has(crossing.name) ? it.fails : it
      named(crossing.name, () => runCrossing(rig, table, crossing))
    }
  })

const runCrossing = async (rig: Rig, table: Table, { format, model, it: row }: Crossing): Promise<void> => {
  const given = { ...table.body(model), ...row.given }
  const sent = JSON.stringify(given, null, 1)
  const path = table.path(model, given["stream"] === true)
  const answered = await rig.send({ path, body: sent, ...(row.said === undefined ? {} : { said: row.said }) })
  const outcome = outcomeOf(table, row, format)
  if (outcome.kind === "refused") return isRefused(answered, outcome.at, table.format)
  reached(answered, outcome, { format, model: row.sent ?? model, sent: format === table.format ? sent : undefined })
  expectAt(answered.body, row.answer ?? {})
}

const outcomeOf = (table: Table, row: Case, format: FormatId): Outcome => {
  if (row.refused !== undefined) return { kind: "refused", at: row.refused }
  const outcome = row.to?.[format]
  if (outcome !== undefined) return outcome
  if (format !== table.format) throw new Error(`The row does not say what reaches ${format}.`)
  return { kind: "reaches", body: {}, notes: [] }
}

const reached = (
  { status, text, calls, notes }: Answered,
  { body, notes: wanted, text: change, headers = {} }: Reaches,
  { format, model, sent }: { readonly format: FormatId; readonly model: string; readonly sent: string | undefined }
): void => {
  expect([status, text]).toEqual([200, expect.any(String)])
  expect(calls.map((call) => [call.format, call.model])).toEqual([[format, model]])
  const [call] = calls
  if (sent !== undefined && (change !== undefined || Object.keys(body).length === 0)) {
    expect(call?.text).toBe((change ?? same)(sent))
  }
  expectAt(call?.body, body)
  expect(notes.toSorted()).toEqual("length" in wanted ? wanted.toSorted() : wanted)
  for (const [name, value] of Object.entries(headers)) expect(call?.headers.get(name) ?? absent).toBe(value)
}

const same = (text: string): string => text

/** Checks a 400 in an endpoint's own words that names a member, for which no upstream was called. */
export const isRefused = ({ status, body, calls }: Answered, at: string, format: FormatId): void => {
  expect([status, calls]).toEqual([400, []])
  const { named, message } = refusals[format](body)
  const missing = `\`${at.slice(at.lastIndexOf("/") + 1)}\` is required`
  if (!message.includes(missing)) expect(named).toBe(spelled[format](at))
}

/** Where each format's errors name a member, and what they say; a shape of another kind names none. */
const refusals: Readonly<Record<FormatId, (body: unknown) => { readonly named: unknown; readonly message: string }>> = {
  "chat-completions": (body) => {
    expect(body).toMatchObject({ error: { type: "invalid_request_error", message: expect.any(String) } })
    return { named: valueAt(body, "/error/param"), message: String(valueAt(body, "/error/message")) }
  },
  messages: (body) => {
    expect(body).toMatchObject({ type: "error", error: { type: "invalid_request_error" } })
    const message = String(valueAt(body, "/error/message"))
    return { named: /^(\/\S*?):? /.exec(message)?.[1], message }
  },
  "generate-content": (body) => {
    expect(body).toMatchObject({ error: { code: 400, status: "INVALID_ARGUMENT" } })
    const named = valueAt(body, "/error/details/0/fieldViolations/0/field")
    return { named, message: String(valueAt(body, "/error/message")) }
  }
}

const asParam = (at: string): string =>
  at
    .slice(1)
    .replaceAll(/\/(\d+)/g, "[$1]")
    .replaceAll("/", ".")

const spelled: Readonly<Record<FormatId, (at: string) => string>> = {
  "chat-completions": asParam,
  messages: (at) => at,
  "generate-content": (at) => at
}

/** Checks what stands at places of a body. */
export const expectAt = (body: unknown, places: Places): void => {
  const found = Object.keys(places).map((at) => [at, valueAt(body, at)])
  expect(Object.fromEntries(found)).toEqual(places)
}

/** The value at a pointer of plain tokens, or {@link absent}. */
export const valueAt = (body: unknown, at: string): unknown => {
  let here: unknown = body
  for (const token of at.split("/").slice(1)) {
    if (Array.isArray(here)) here = Number(token) < here.length ? here[Number(token)] : absent
    else here = isRecord(here) && Object.hasOwn(here, token) ? here[token] : absent
  }
  return here
}
