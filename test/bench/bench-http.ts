import { bare, contestants, isThere, type Running } from "./contestants.ts"
import { check } from "./http-check.ts"
import { connections, type HttpCase } from "./http-cases.ts"
import { type Costs, ratio, spread } from "./measure.ts"
import type { Rig } from "./rig.ts"
import type { Row } from "./table.ts"
import { streamEvents } from "./upstream-shape.ts"

/**
 * How long a measurement takes: seconds of CPU that a server warms up for in each case, so that what is measured is a
 * server that has run for a while and not its compiler; rounds; and which part of a case's requests each round has.
 */
export interface HttpEffort {
  readonly warming: number
  readonly rounds: number
  readonly share: number
}

/** Measures cases: server CPU a request (a streamed event) by server, in interleaved rounds, as ratios to the bare proxy. */
export const benchHttp = async (rig: Rig, cases: readonly HttpCase[], effort: HttpEffort): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const one of cases) rows.push(...(await measure(rig, one, effort)))
  return rows
}

const measure = async (rig: Rig, one: HttpCase, { warming, rounds, share }: HttpEffort): Promise<readonly Row[]> => {
  const wrong = new Map<string, string>()
  const fit: Running[] = []
  for (const server of rig.servers.filter(({ takes }) => takes(one))) {
    const why = await check(rig, server, one)
    if (why === undefined) fit.push(server)
    else wrong.set(server.name, why)
  }
  const count = Math.ceil(one.count * share)
  const costs = new Map<string, number[]>(fit.map(({ name }) => [name, []]))
  for (const server of fit) await warm(rig, server, one, warming)
  for (let round = 0; round < rounds; round++) {
    for (const server of fit) {
      const cost = await costOf(rig, server, one, count)
      if (typeof cost === "number") costs.get(server.name)?.push(cost)
      else wrong.set(server.name, cost)
    }
  }
  return contestants
    .filter(({ takes }) => takes(one))
    .map((contestant) => {
      const label = { case: one.name, who: contestant.name }
      const why = wrong.get(contestant.name)
      if (!isThere(contestant)) return { kind: "absent", label, why: "not there yet" }
      return why === undefined ? figure(costs, one, label) : { kind: "wrong", label, why }
    })
}

const figure = (costs: Costs, one: HttpCase, label: Row["label"]): Row => {
  const cost = spread(costs.get(label.who) ?? []).median / (one.stream ? streamEvents : 1)
  const row: Row = { kind: "figure", label, figure: ratio(costs, label.who, bare), unit: "x", cost }
  return label.who === "isogloss" ? { ...row, goal: one.goal } : row
}

/** Sends a server requests until it has spent so many seconds of CPU on them. */
const warm = async (rig: Rig, server: Running, one: HttpCase, seconds: number): Promise<void> => {
  const begun = await server.child.ask("cpu")
  do if (typeof (await costOf(rig, server, one, one.count)) === "string") return
  while ((await server.child.ask("cpu")) - begun < seconds * 1_000_000)
}

/** Microseconds of the server's CPU a request of one load, or what went wrong. */
const costOf = async ({ load }: Rig, server: Running, one: HttpCase, count: number): Promise<number | string> => {
  const { from: format, size, model, stream } = one
  const before = await server.child.ask("cpu")
  const { failures } = await load.ask("run", { port: server.port, format, size, model, stream, count, connections })
  const after = await server.child.ask("cpu")
  return failures === 0 ? (after - before) / count : `${failures} of ${count} requests were not answered with 200`
}
