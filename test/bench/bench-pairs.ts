import { type Direction, directions, type FormatId, formatIds, wires } from "./bodies.ts"
import { bodies, rotation, type Size } from "./inputs.ts"
import { keep } from "./keep.ts"
import { type Contender, type Costs, type Effort, interleave, ratio, spread } from "./measure.ts"
import type { Row } from "./table.ts"
import { translator } from "./translator-isogloss.ts"

const sizes: readonly Size[] = ["3-message", "60 KB", "1 MB image"]

/** The format that came last, whose pairs may cost no more than the dearest of those that were there. */
const newest: FormatId = "responses"

/** Two runs of the same code differ by so much. */
const noise = 1.05

/**
 * Request translation of every pair of formats in many short turns of one process: between pairs that are measured one
 * after another lie minutes, in which a machine that others share changes more than the pairs differ.
 */
export const benchPairs = async (effort: Effort): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const size of sizes) rows.push(...(await measure(size, inShortTurns(effort))))
  return rows
}

const inShortTurns = ({ warming, rounds, slice }: Effort): Effort => ({
  warming,
  rounds: rounds * 8,
  slice: slice / 4
})

const measure = async (size: Size, effort: Effort): Promise<readonly Row[]> => {
  const contenders = formatIds.flatMap((from) => {
    const texts = bodies({ size, format: from, model: wires[from].model })
    const text = (turn: number): string => texts[turn % rotation] ?? ""
    const pairs = directions.filter((one) => one.from === from)
    return [plain(from, text), ...pairs.map((pair) => translating(pair, text))]
  })
  const costs = await interleave(contenders, effort)
  const pairs = directions.map((pair): Row => ({
    kind: "figure",
    label: { case: size, who: nameOf(pair) },
    figure: ratio(costs, nameOf(pair), pair.from),
    unit: "x"
  }))
  const [late, before] = [true, false].map((isNewest) => dearest(costs, isNewest))
  const label = { case: size, who: `dearest pair of ${newest}, of the others' dearest` }
  return [
    ...pairs,
    { kind: "figure", label, figure: spread([(late ?? 0) / (before ?? 0)]), unit: "x", goal: { limit: noise } }
  ]
}

const plain = (from: FormatId, text: (turn: number) => string): Contender => ({
  name: from,
  run: (turn) => keep(JSON.stringify(JSON.parse(text(turn))).length)
})

const translating = (pair: Direction, text: (turn: number) => string): Contender => ({
  name: nameOf(pair),
  run: (turn) => keep(translator.request(pair, text(turn)))
})

const nameOf = ({ from, to }: Direction): string => `${from} -> ${to}`

/** The ratio of the dearest pair with the newest format, or of the dearest without it. */
const dearest = (costs: Costs, isNewest: boolean): number => {
  const these = directions.filter(({ from, to }) => (from === newest || to === newest) === isNewest)
  return Math.max(...these.map((pair) => ratio(costs, nameOf(pair), pair.from).median))
}
