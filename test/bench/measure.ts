import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** Something whose cost is compared; `turn` counts up, so that it can rotate over its inputs. */
export interface Contender {
  readonly name: string
  readonly run: (turn: number) => void | Promise<void>
}

/** How long a measurement takes: milliseconds of CPU that a contender warms up for, rounds, and milliseconds in each. */
export interface Effort {
  readonly warming: number
  readonly rounds: number
  readonly slice: number
}

/** Microseconds of this process's CPU (user and system) a run, by contender, one figure a round. */
export type Costs = ReadonlyMap<string, readonly number[]>

setFlagsFromString("--expose-gc")
const collect: (how: { readonly type: "minor" }) => void = runInNewContext("gc")

/**
 * Measures contenders in interleaved rounds (A B C A B C …), each warmed first. The young garbage of one is collected
 * before the next starts. A full collection would throw away the shapes that optimised code relies on, and charge
 * whoever makes many shapes for compiling anew in every round.
 */
export const interleave = async (
  contenders: readonly Contender[],
  { warming, rounds, slice }: Effort
): Promise<Costs> => {
  const batches = new Map<Contender, number>()
  for (const contender of contenders) batches.set(contender, await warm(contender, warming, slice / warming))
  const costs = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  let turn = 0
  for (let round = 0; round < rounds; round++) {
    for (const [contender, batch] of batches) {
      collect({ type: "minor" })
      costs.get(contender.name)?.push(await costOf(contender, batch, turn))
      turn += batch
    }
  }
  return costs
}

/** Runs a contender until it is compiled; gives how many runs a `share` of that time has. */
const warm = async (contender: Contender, warming: number, share: number): Promise<number> => {
  const start = process.cpuUsage()
  let runs = 0
  for (; spent(start) < warming * 1000; runs++) {
    const pending = contender.run(runs)
    if (pending !== undefined) await pending
  }
  return Math.max(1, Math.round(runs * share))
}

const costOf = async (contender: Contender, batch: number, from: number): Promise<number> => {
  const before = process.cpuUsage()
  for (let turn = from; turn < from + batch; turn++) {
    const pending = contender.run(turn)
    if (pending !== undefined) await pending
  }
  return spent(before) / batch
}

/** Microseconds of CPU since. */
const spent = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since)
  return user + system
}

/** The middle of some figures and their ends. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** The spread of some figures, of which there is at least one. */
export const spread = (figures: readonly number[]): Spread => {
  const sorted = figures.toSorted((a, b) => a - b)
  const at = (index: number): number => sorted[index] ?? Number.NaN
  const half = sorted.length >> 1
  const median = sorted.length % 2 === 1 ? at(half) : (at(half - 1) + at(half)) / 2
  return { median, min: at(0), max: at(sorted.length - 1) }
}

/** The spread of the ratios of two contenders' figures, round by round. */
export const ratio = (costs: Costs, name: string, base: string): Spread => {
  const bases = costs.get(base) ?? []
  return spread((costs.get(name) ?? []).map((cost, round) => cost / (bases[round] ?? Number.NaN)))
}
