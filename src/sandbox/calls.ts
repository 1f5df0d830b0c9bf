import type { Ask, AskTool } from "./ask.ts"
import { readJson, textAt } from "./json.ts"
import { sample } from "./schema-sample.ts"
import type { Hints } from "./schema-sample.ts"

/** A call that the answer makes; the input is JSON text, or any text for a free tool. */
export interface Call {
  readonly name: string
  readonly input: string
  readonly free: boolean
}

const idle: ReadonlySet<string> = new Set(
  "get set the and for tool function call use with from that this find fetch list run make return returns given into about your you what".split(
    " "
  )
)

const wordsOf = (text: string): readonly string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !idle.has(word))

/** Whether a text asks for a tool: its name, a word of its name, or two words of its description occur in it. */
const asksFor = (text: string, tool: AskTool): boolean => {
  if (text.includes(tool.name)) return true
  const said = new Set(wordsOf(text))
  const described = new Set(wordsOf(tool.description).filter((word) => said.has(word)))
  return wordsOf(tool.name).some((word) => said.has(word)) || described.size > 1
}

const quoted = /["“”'‘«]([^"“”'’»]{1,80})["“”'’»]/gu
const named = /(?<=[\p{L}\p{N},;:]\s)\p{Lu}[\p{L}\p{N}-]*(?:\s\p{Lu}[\p{L}\p{N}-]*)*/gu

/** The first 60 characters of a text on one line. */
export const subjectOf = (text: string): string => {
  const line = Array.from(text.trim().slice(0, 400).replace(/\s+/gu, " "))
  return line.length > 60 ? `${line.slice(0, 60).join("").trimEnd()}…` : line.join("")
}

/** Values that a text offers: what it quotes, else its names, else its subject; and its numbers. */
export const hintsOf = (text: string): Hints => {
  const near = text.slice(0, 4000)
  const quotes = [...near.matchAll(quoted)].map((match) => match[1] ?? "")
  const names = [...near.matchAll(named)].map((match) => match[0])
  const texts = quotes.length > 0 ? quotes : names.length > 0 ? names : [subjectOf(text) || "text"]
  return { texts, numbers: [...near.matchAll(/-?\d{1,9}(?:\.\d{1,6})?/g)].map((match) => Number(match[0])) }
}

const rotate = <A>(items: readonly A[], by: number): readonly A[] => {
  const at = items.length === 0 ? 0 : by % items.length
  return [...items.slice(at), ...items.slice(0, at)]
}

const callOf = (tool: AskTool, hints: Hints, turn: number): Call => {
  const turned = { texts: rotate(hints.texts, turn), numbers: rotate(hints.numbers, turn) }
  const input = tool.free ? (turned.texts[0] ?? "") : JSON.stringify(sample(tool.schema, turned))
  return { name: tool.name, input, free: tool.free }
}

const chosen = (ask: Ask): readonly AskTool[] => {
  const { choice, tools } = ask
  const wanted = tools.filter((tool) => asksFor(ask.text, tool))
  switch (choice.kind) {
    case "none":
      return []
    case "named":
      return tools.filter((tool) => tool.name === choice.name)
    case "required":
      return wanted.length > 0 ? wanted : tools.slice(0, 1)
    case "auto":
      return ask.results.length > 0 ? [] : wanted
  }
}

const spelt = /\[call ([\w.:-]+) (?=\{)/gu

/** The JSON object that a text begins with and `]` follows. */
const inputAt = (text: string): string | undefined => {
  for (let end = text.indexOf("}]"); end >= 0; end = text.indexOf("}]", end + 1)) {
    const input = text.slice(0, end + 1)
    if (readJson(input) !== undefined) return input
  }
  return undefined
}

/**
 * The calls that a text spells out, of tools that there are: `[call read_file {"path": "a.txt"}]`. A free tool gets the
 * `input` of the object: `[call apply_patch {"input": "*** Begin Patch"}]`.
 */
const toldCalls = ({ text, tools }: Ask): readonly Call[] =>
  [...text.matchAll(spelt)].flatMap(({ 0: { length }, 1: name = "", index }) => {
    const input = inputAt(text.slice(index + length))
    const tool = tools.find((each) => each.name === name)
    if (input === undefined || tool === undefined) return []
    return { name, input: tool.free ? (textAt(readJson(input), "input") ?? input) : input, free: tool.free }
  })

/**
 * The calls of an answer. With choice `auto` the calls that the last user text spells out are made, else the tools that
 * it asks for are called, once each, and not again when their results are there, nor where the text says `[answer]`; one
 * tool twice when the text says "and" or "both". A forced choice always calls.
 */
export const callsOf = (ask: Ask): readonly Call[] => {
  if (ask.choice.kind === "auto" && ask.text.includes("[answer]")) return []
  const told = ask.choice.kind === "auto" && ask.results.length === 0 ? toldCalls(ask) : []
  if (told.length > 0) return told
  const [first, ...others] = chosen(ask)
  if (first === undefined) return []
  const hints = hintsOf(ask.text)
  const twice = others.length === 0 && /\b(and|both)\b/i.test(ask.text)
  const tools = !ask.parallel ? [first] : twice ? [first, first] : [first, ...others]
  return tools.map((tool, turn) => callOf(tool, hints, turn))
}
