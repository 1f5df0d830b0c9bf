import { type FormatId, wires } from "./bodies.ts"

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const member = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined

const items = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** What is wrong with a request body that claims to be of a format; undefined where a quick look finds nothing. */
export const wrongRequest = (format: FormatId, text: string, model: string): string | undefined => {
  const body = parse(text)
  const { marks } = wires[format]
  if (marks.model && member(body, "model") !== model)
    return `the model sent is ${String(member(body, "model"))}, not ${model}`
  if (items(member(body, marks.messages)) < 1) return "no messages were sent"
  const [tool] = [member(body, "tools")].flat()
  if (tool === undefined) return undefined
  return member(tool, marks.tool) === undefined ? `tools are not as ${format} has them` : undefined
}

/** The same for a whole answer. */
export const wrongAnswer = (format: FormatId, text: string): string | undefined =>
  items(member(parse(text), wires[format].marks.said)) > 0
    ? undefined
    : `not an answer of ${format}: ${text.slice(0, 120)}`

/** The same for a streamed answer, which must be whole and say its text in at least `least` events. */
export const wrongStream = (format: FormatId, text: string, least: number): string | undefined => {
  const { delta, end } = wires[format].marks
  const events = text.split(/\r?\n\r?\n/).filter((event) => event.includes("data:") && event.includes(delta)).length
  if (!text.includes(end)) return `the stream does not end as ${format} ends: …${text.slice(-120)}`
  return events >= least ? undefined : `${events} events instead of at least ${least}`
}
