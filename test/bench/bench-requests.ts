import { bodies, rotation, type Size } from "./inputs.ts"
import { keep } from "./keep.ts"
import { type Contender, type Costs, type Effort, interleave, ratio, spread } from "./measure.ts"
import { wrongRequest } from "./shapes.ts"
import type { Goal, Row } from "./table.ts"
import { type Direction, findTranslators, type Found, type Translator } from "./translator.ts"

const directions: readonly Direction[] = [
  { from: "chat-completions", to: "messages" },
  { from: "messages", to: "chat-completions" }
]

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
  const texts = bodies(size, direction.from, models[direction.from])
  const text = (turn: number): string => texts[turn % rotation] ?? ""
  const there = found.flatMap((one) => ("translator" in one ? [one.translator] : []))
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
  return [reference, ...found.flatMap((one) => rowsOf(one, { name, direction, text: text(1), goal, costs }))]
}

interface Measured {
  readonly name: string
  readonly direction: Direction
  readonly text: string
  readonly goal: Goal
  readonly costs: Costs
}

const rowsOf = (one: Found, { name, direction, text, goal, costs }: Measured): readonly Row[] => {
  const label = { case: name, who: one.name }
  if ("why" in one) return [{ kind: "absent", label, why: one.why }]
  const wrong = wrongRequest(direction.to, one.translator.show(direction, text), models[direction.from])
  if (wrong !== undefined) return [{ kind: "wrong", label, why: wrong }]
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

const models = { "chat-completions": "gpt-4o", messages: "claude-sonnet-4-5" } as const

const cost = (costs: Costs, name: string): number => spread(costs.get(name) ?? []).median
