import { type Costs, ratio, spread } from "./measure.ts"
import { bare, byHand, type Gateway, gateways, keeping } from "./served/gateways.ts"
import { type Asked, type Rig, withGateway, type Work } from "./served/rig.ts"
import { streamEvents } from "./served/upstream-shape.ts"
import type { Goal, Row } from "./table.ts"

/** How long a measurement takes: milliseconds of a window, how many of them warm a program at most, and how often all is done. */
export interface HttpEffort {
  readonly window: number
  readonly warming: number
  readonly rounds: number
}

const chat = "chat-completions"
const same = { from: chat, to: chat } as const
const translated = { from: chat, to: "messages" } as const

interface Case extends Work {
  readonly goal: Goal
}

/** Whole requests and answers. */
const wholes: readonly Case[] = [
  { name: "3 messages, same format", ...same, size: "3-message", stream: false, goal: { limit: 1.25 } },
  { name: "3 messages, translated", ...translated, size: "3-message", stream: false, goal: { limit: 1.4 } },
  { name: "60 KB, same format", ...same, size: "60 KB", stream: false, goal: { limit: 2 } },
  { name: "60 KB, translated", ...translated, size: "60 KB", stream: false, goal: { limit: 1.4 } }
]

/** Streamed answers: {@link crowd} at once. */
const streams: readonly Case[] = [
  { name: "streams, same format", ...same, size: "3-message", stream: true, goal: { limit: 1.3 } },
  { name: "streams, translated", ...translated, size: "3-message", stream: true, goal: { limit: 1.2 } }
]

const connections = 32

/** Streams that are open at once, and the milliseconds between the events of each. */
const crowd = { streams: 200, pace: 20 }

/** What one round of one program came to. */
interface Round {
  /** Microseconds of its CPU a request, or an event. */
  readonly cost: number
  /** Milliseconds until the first byte of an answer, in the middle. */
  readonly first?: number
}

type Measure = (rig: Rig, asked: Asked, effort: HttpEffort) => Promise<Round>

/** What a request costs a process of its own, over 32 connections that are always busy. */
export const benchWholes = (rig: Rig, effort: HttpEffort): Promise<readonly Row[]> =>
  benchCases(rig, wholes, effort, (...all) => costOf(...all, connections))

/** What an event of a stream costs it, 200 streams of 200 events at once, an event of each every 20 ms. */
export const benchEvents = (rig: Rig, effort: HttpEffort): Promise<readonly Row[]> =>
  benchCases(rig, streams, effort, costOfEvent)

/**
 * Microseconds of CPU a request. What is measured has run until its cost stopped falling: a compiler beside it is no
 * part of what it costs to serve for a day, and has most to do where most is done.
 */
export const costOf = async (rig: Rig, asked: Asked, { window, warming }: HttpEffort, over: number): Promise<Round> => {
  let cost = Number.POSITIVE_INFINITY
  for (let windows = 0; windows < warming; windows++) {
    const next = await costNow(rig, asked, window, over)
    if (next > cost * 0.95) break
    cost = next
  }
  return { cost: await costNow(rig, asked, window, over) }
}

const costNow = async ({ load }: Rig, { served, requests }: Asked, ms: number, over: number): Promise<number> => {
  const before = served.cpu()
  const { answered, failures } = await load.ask("run", { ...requests, connections: over, ms })
  if (failures > 0) throw new Error(`${failures} of ${answered} requests were not answered with 200`)
  return ((served.cpu() - before) * 1000) / answered
}

const costOfEvent: Measure = async (rig, asked, effort) => {
  const { upstream, load } = rig
  await upstream.ask("pace", 0)
  await costOf(rig, asked, effort, connections)
  await upstream.ask("pace", crowd.pace)
  const before = asked.served.cpu()
  const { answered, failures, first } = await load.ask("burst", { ...asked.requests, connections: crowd.streams })
  if (failures > 0) throw new Error(`${failures} of ${answered} streams were not answered with 200`)
  const cost = ((asked.served.cpu() - before) * 1000) / (answered * streamEvents)
  return { cost, first: spread(first).median }
}

const benchCases = async (
  rig: Rig,
  cases: readonly Case[],
  effort: HttpEffort,
  measure: Measure
): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const one of cases) rows.push(...(await benchCase(rig, one, effort, measure)))
  return rows
}

const benchCase = async (rig: Rig, one: Case, effort: HttpEffort, measure: Measure): Promise<readonly Row[]> => {
  const able = gateways().filter(({ takes }) => takes(one))
  const rounds = new Map<string, Round[]>(able.map(({ name }) => [name, []]))
  const wrong = new Map<string, string>()
  for (let round = 0; round < effort.rounds; round++) {
    for (const gateway of able.filter(({ absent }) => absent === undefined)) {
      const got = await withGateway(rig, gateway, one, (asked) => measure(rig, asked, effort))
      if (typeof got === "string") wrong.set(gateway.name, got)
      else rounds.get(gateway.name)?.push(got)
    }
  }
  return able.flatMap((gateway) => rowsOf(gateway, one, rounds, wrong.get(gateway.name)))
}

const rowsOf = (
  { name, absent }: Gateway,
  { name: title, from, to, goal }: Case,
  rounds: ReadonlyMap<string, readonly Round[]>,
  why: string | undefined
): readonly Row[] => {
  const label = { case: title, who: name }
  if (absent !== undefined) return [{ kind: "absent", label, why: absent }]
  if (why !== undefined) return [{ kind: name === "isogloss" ? "wrong" : "absent", label, why }]
  const costs: Costs = new Map([...rounds].map(([who, all]) => [who, all.map(({ cost }) => cost)]))
  const base = from === to || name === byHand ? bare : byHand
  const row: Row = {
    kind: "figure",
    label: { case: title, who: `${name} / ${base}` },
    figure: ratio(costs, name, base),
    unit: "x",
    cost: spread(costs.get(name) ?? []).median
  }
  const kept: Row = {
    kind: "figure",
    label: { case: title, who: `${name} / ${keeping}` },
    figure: ratio(costs, name, keeping),
    unit: "x"
  }
  const besides = name === "isogloss" && (costs.get(keeping) ?? []).length > 0 ? [kept] : []
  const firsts = (rounds.get(name) ?? []).flatMap(({ first }) => first ?? [])
  const first: Row = {
    kind: "figure",
    label: { ...label, who: `${name}, first byte` },
    figure: spread(firsts),
    unit: "ms"
  }
  return [name === "isogloss" ? { ...row, goal } : row, ...besides, ...(firsts.length > 0 ? [first] : [])]
}
