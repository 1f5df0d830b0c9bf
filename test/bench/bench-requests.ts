import { type Direction, directions, wires } from "./bodies.ts"
import { bodies, rotation, type Size } from "./inputs.ts"
import { keep } from "./keep.ts"
import { type Contender, type Costs, type Effort, interleave, ratio, spread } from "./measure.ts"
import { wrongRequest } from "./shapes.ts"
import { type Goal, type Row, unmeasured } from "./table.ts"
import { findTranslators, type Found, type Translator } from "./translator.ts"

const sizes: readonly { readonly size: Size; readonly goal: Goal }[] = [
  { size: "3-message", goal: { limit: 2, aim: 1.25 } },
  { size: "60 KB", goal: { limit: 1.5, aim: 1.25 } },
  { size: "1 MB image", goal: { limit: 1.5, aim: 1.25 } }
]

const base = "parse + stringify"

/** Request translation, JSON text to JSON text, against parsing and printing the same text. */
export const benchRequests = async (effort: Effort): Promise<readonly Row[]> => {
  const found = await findTranslators()
  const rows: Row[] = []
  for (const direction of directions) {
    for (const { size, goal } of sizes) rows.push(...(await measure(direction, size, goal, found, effort)))
  }
  return rows
}

const measure = async (
  direction: Direction,
  size: Size,
  goal: Goal,
  found: readonly Found[],
  effort: Effort
): Promise<Row[]> => {
  const name = `${size} ${direction.from} -> ${direction.to}`
  const texts = bodies({ size, format: direction.from, model: wires[direction.from].model })
  const text = (turn: number): string => texts[turn % rotation] ?? ""
  const able = found.flatMap((one) => judged(one, direction, text(1)))
  const there = able.flatMap((one) => ("translator" in one ? [one.translator] : []))
  const contender = (translator: Translator): Contender => ({
    name: translator.name,
    run: (turn) => keep(translator.request(direction, text(turn)))
  })
  const plain: Contender = { name: base, run: (turn) => keep(JSON.stringify(JSON.parse(text(turn))).length) }
  const costs = await interleave([plain, ...there.map(contender)], effort)
  const reference: Row = {
    kind: "figure",
    label: { case: name, who: base },
    figure: ratio(costs, base, base),
    unit: "x",
    cost: cost(costs, base)
  }
  return [reference, ...able.flatMap((one) => rowsOf(one, { name, goal, costs }))]
}

/** A translator that knows the pair, if what it gives is right. */
const judged = (one: Found, direction: Direction, text: string): readonly Found[] => {
  if ("why" in one) return [one]
  const { name, translator } = one
  if (!translator.takes(direction)) return []
  const why = wrongRequest(direction.to, translator.show(direction, text), wires[direction.from].model)
  return [why === undefined ? one : { name, why, wrong: true }]
}

interface Measured {
  readonly name: string
  readonly goal: Goal
  readonly costs: Costs
}

const rowsOf = (one: Found, { name, goal, costs }: Measured): readonly Row[] => {
  const label = { case: name, who: one.name }
  if ("why" in one) return [unmeasured(one, label)]
  const figure = ratio(costs, one.name, base)
  const row: Row = { kind: "figure", label, figure, unit: "x", cost: cost(costs, one.name) }
  if (one.name !== "isogloss") return [row]
  const rows: Row[] = [{ ...row, goal }]
  if (costs.has("llm-bridge")) {
    const against = ratio(costs, "isogloss", "llm-bridge")
    rows.push({
      kind: "figure",
      label: { case: name, who: "isogloss / llm-bridge" },
      figure: against,
      unit: "x",
      goal: { limit: 1 }
    })
  }
  return rows
}

const cost = (costs: Costs, name: string): number => spread(costs.get(name) ?? []).median
