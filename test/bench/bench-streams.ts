import { type Direction, directions, type FormatId } from "./bodies.ts"
import { type Cut, rotation, type StreamInput, streams } from "./inputs.ts"
import { keep } from "./keep.ts"
import { type Contender, type Costs, type Effort, interleave, ratio, spread } from "./measure.ts"
import { wrongStream } from "./shapes.ts"
import { type Goal, type Row, unmeasured } from "./table.ts"
import { findTranslators, type Found, type Translator } from "./translator.ts"

/** How many events each streamed answer has. */
const events = 1000

const base = "parse + stringify"

const cuts: readonly { readonly cut: Cut; readonly goal?: Goal }[] = [
  { cut: "16 KB", goal: { limit: 2 } },
  { cut: "event" }
]

/** Stream translation, bytes to bytes, an event, against parsing and printing the events' data without any framing. */
export const benchStreams = async (effort: Effort): Promise<readonly Row[]> => {
  const found = await findTranslators()
  const rows: Row[] = []
  for (const direction of directions) {
    for (const { cut, goal } of cuts) rows.push(...(await measure(direction, cut, goal, found, effort)))
  }
  return rows
}

const measure = async (
  direction: Direction,
  cut: Cut,
  goal: Goal | undefined,
  found: readonly Found[],
  effort: Effort
): Promise<readonly Row[]> => {
  const name = `${cut === "event" ? "an event a piece" : "cut at 16 KB"}, ${direction.from} -> ${direction.to}`
  const inputs = streams(direction.from, events, cut)
  const input = (turn: number): StreamInput => inputs[turn % rotation] ?? { events: [], pieces: [] }
  const able = (await Promise.all(found.map((one) => judged(one, direction, input(1).pieces)))).flat()
  const there = able.flatMap((one) => ("translator" in one ? [one.translator] : []))
  const contender = (translator: Translator): Contender => ({
    name: translator.name,
    run: (turn) => {
      const length = translator.stream(direction, input(turn).pieces)
      return typeof length === "number" ? keep(length) : length.then(keep)
    }
  })
  const costs = await interleave([plain(input), framed(direction.from, input), ...there.map(contender)], effort)
  const figure = (who: string, of = base, limit?: Goal): Row => ({
    kind: "figure",
    label: { case: name, who: of === base ? who : `${who} / ${of}` },
    figure: ratio(costs, who, of),
    unit: "x",
    ...(of === base && { cost: costPerEvent(costs, who) }),
    ...(limit !== undefined && { goal: limit })
  })
  const rows = [figure(base), figure("the same with framing")]
  for (const one of able) {
    if ("why" in one) rows.push(unmeasured(one, { case: name, who: one.name }))
    else rows.push(figure(one.name, base, one.name === "isogloss" ? goal : undefined))
  }
  if (costs.has("isogloss") && costs.has("llm-bridge")) rows.push(figure("isogloss", "llm-bridge", { limit: 0.6 }))
  return rows
}

/** A translator that knows the pair, if what it gives is right. */
const judged = async (one: Found, direction: Direction, pieces: StreamInput["pieces"]): Promise<readonly Found[]> => {
  if ("why" in one) return [one]
  const { name, translator } = one
  if (!translator.takes(direction)) return []
  const why = wrongStream(direction.to, await translator.showStream(direction, pieces), events * 0.75)
  return [why === undefined ? one : { name, why, wrong: true }]
}

const plain = (input: (turn: number) => StreamInput): Contender => ({
  name: base,
  run: (turn) => {
    for (const { data } of input(turn).events) keep(data === "[DONE]" ? 6 : JSON.stringify(JSON.parse(data)).length)
  }
})

/** Decoding, splitting at blank lines, parsing, printing, framing: the least that any translator of bytes has to do. */
const framed = (format: FormatId, input: (turn: number) => StreamInput): Contender => ({
  name: "the same with framing",
  run: (turn) => {
    const decoder = new TextDecoder()
    let pending = ""
    for (const piece of input(turn).pieces) {
      const parts = (pending + decoder.decode(piece, { stream: true })).split("\n\n")
      pending = parts.pop() ?? ""
      let out = ""
      for (const part of parts) {
        const at = part.indexOf("data: ")
        const data = part.slice(at + 6)
        const printed = data === "[DONE]" ? data : JSON.stringify(JSON.parse(data))
        out += format === "messages" ? `${part.slice(0, at)}data: ${printed}\n\n` : `data: ${printed}\n\n`
      }
      keep(out.length)
    }
  }
})

const costPerEvent = (costs: Costs, name: string): number => spread(costs.get(name) ?? []).median / events
