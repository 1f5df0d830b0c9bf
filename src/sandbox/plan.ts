import type { Ask } from "./ask.ts"
import { callsOf, hintsOf, subjectOf } from "./calls.ts"
import type { Call } from "./calls.ts"
import type { Json } from "./json.ts"
import type { Effort } from "./model.ts"
import { sample } from "./schema-sample.ts"
import { cutToTokens, tokensOf } from "./tokens.ts"

/** A page that a search found. */
export interface Page {
  readonly url: string
  readonly title: string
  readonly age: string
}

/** A piece of an answer; `cites` is the page that its whole text rests on. */
export type Block =
  | { readonly kind: "thinking"; readonly text: string }
  | { readonly kind: "redacted"; readonly text: string }
  | { readonly kind: "search"; readonly text: string; readonly pages: readonly Page[] }
  | { readonly kind: "text"; readonly text: string; readonly cites: Page | undefined }
  | { readonly kind: "refusal"; readonly text: string }
  | {
      readonly kind: "call"
      readonly text: string
      readonly name: string
      readonly free: boolean
      readonly whole: boolean
    }

/** Why an answer ended. */
export type Finish = "end" | "length" | "stop" | "calls" | "refusal" | "filtered"

/** An answer before it is written in a vendor's words. */
export interface Plan {
  readonly blocks: readonly Block[]
  readonly finish: Finish
  /** The stop sequence that ended it. */
  readonly stop: string | undefined
  /** All tokens of the answer, thinking included. */
  readonly tokens: number
  readonly thinkingTokens: number
}

const steps: Record<Effort, number> = { none: 0, minimal: 1, low: 2, medium: 4, high: 8, xhigh: 12, max: 16 }

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`

const mediaLine = ({ media }: Ask): string => {
  const kinds = [
    [media.images, "image"],
    [media.documents, "document"],
    [media.recordings, "recording"]
  ] as const
  const seen = kinds.filter(([count]) => count > 0).map(([count, one]) => plural(count, one))
  return seen.length === 0 ? "" : `I received ${seen.join(" and ")}. `
}

const resultLines = (ask: Ask): string =>
  ask.results
    .map(({ name, text, failed }) => `${name} ${failed ? "failed" : "answered"}: ${subjectOf(text) || "nothing"}.`)
    .join(" ")

const prose = (ask: Ask, choice: number): string => {
  const subject = subjectOf(ask.text)
  const body =
    ask.results.length > 0
      ? `${resultLines(ask)} That is what the tools say.`
      : subject === ""
        ? "Hello. What shall we talk about?"
        : `You wrote: “${subject}”. The sandbox answers the same request with the same words every time.`
  return `${ask.prefill === "" ? "" : " "}${mediaLine(ask)}${body}${choice === 0 ? "" : ` (Choice ${choice + 1}.)`}`
}

const thoughtOf = (ask: Ask, effort: Effort): string => {
  const lines = [`The request is about “${subjectOf(ask.text)}”.`, "A short answer will do."]
  for (let step = 2; step < steps[effort]; step++) lines.push(`Step ${step + 1}: look at it once more.`)
  return lines.slice(0, steps[effort]).join(" ")
}

const pagesOf = (subject: string): readonly Page[] => {
  const slug =
    subject
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "") || "page"
  return ["overview", "details"].map((part) => ({
    url: `https://example.com/${encodeURIComponent(slug)}/${part}`,
    title: `${subject}: ${part}`,
    age: "2 days ago"
  }))
}

const searched = (ask: Ask): readonly Block[] => {
  const subject = subjectOf(ask.text)
  const pages = pagesOf(subject)
  const cited = pages.map((page): Block => ({
    kind: "text",
    text: `There is a page called “${page.title}”. `,
    cites: page
  }))
  const opening: Block = { kind: "text", text: `I searched for “${subject}”. `, cites: undefined }
  return [{ kind: "search", text: subject, pages }, opening, ...cited]
}

const textOf = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value))

const structured = (ask: Ask): string | undefined => {
  if (ask.output === undefined) return undefined
  const hints = hintsOf(ask.text)
  const value = ask.output.kind === "object" ? { answer: hints.texts[0] ?? "" } : sample(ask.output.schema, hints)
  return ask.output.kind === "word" ? textOf(value) : JSON.stringify(value)
}

const callBlock = ({ name, input, free }: Call): Block => ({ kind: "call", text: input, name, free, whole: true })

const thinkingBlocks = (ask: Ask): readonly Block[] => {
  if (ask.thinking === undefined || steps[ask.thinking] === 0) return []
  const text = thoughtOf(ask, ask.thinking)
  const redacted = ask.behaviour === "redacted" || ask.text.includes("[redact]")
  return [{ kind: redacted ? "redacted" : "thinking", text }]
}

const refuses = (ask: Ask): boolean => ask.behaviour === "refuse" || ask.text.includes("[refuse]")

const answerBlocks = (ask: Ask, choice: number): readonly Block[] => {
  if (refuses(ask)) return [{ kind: "refusal", text: "I cannot help with that request." }]
  const calls = callsOf(ask)
  if (calls.length > 0 && ask.choice.kind !== "auto") return calls.map(callBlock)
  const intro: Block = {
    kind: "text",
    text: `Let me look that up: ${calls.map((call) => call.name).join(", ")}.`,
    cites: undefined
  }
  if (calls.length > 0) return [intro, ...calls.map(callBlock)]
  const form = structured(ask)
  if (form !== undefined) return [{ kind: "text", text: form, cites: undefined }]
  if (ask.search && ask.results.length === 0) return searched(ask)
  return [{ kind: "text", text: prose(ask, choice), cites: undefined }]
}

interface Stopped {
  readonly blocks: readonly Block[]
  readonly stop: string | undefined
}

const stopAt = (blocks: readonly Block[], stops: readonly string[]): Stopped => {
  for (const [index, block] of blocks.entries()) {
    if (block.kind !== "text") continue
    const found = stops
      .map((stop) => ({ stop, at: stop === "" ? -1 : block.text.indexOf(stop) }))
      .filter(({ at }) => at >= 0)
      .toSorted((a, b) => a.at - b.at)[0]
    if (found === undefined) continue
    const kept = found.at === 0 ? [] : [{ ...block, text: block.text.slice(0, found.at) }]
    return { blocks: [...blocks.slice(0, index), ...kept], stop: found.stop }
  }
  return { blocks, stop: undefined }
}

const costOf = (block: Block): number => tokensOf(block.text) + (block.kind === "call" ? tokensOf(block.name) : 0)

const cutBlock = (block: Block, left: number): readonly Block[] => {
  if (left <= 0) return []
  switch (block.kind) {
    case "search":
    case "redacted":
      return []
    case "call":
      return left <= tokensOf(block.name)
        ? []
        : [{ ...block, text: cutToTokens(block.text, left - tokensOf(block.name)), whole: false }]
    default:
      return [{ ...block, text: cutToTokens(block.text, left) }]
  }
}

const limit = (
  blocks: readonly Block[],
  maxTokens: number
): { readonly blocks: readonly Block[]; readonly cut: boolean } => {
  let left = maxTokens
  for (const [index, block] of blocks.entries()) {
    const cost = costOf(block)
    if (cost > left) return { blocks: [...blocks.slice(0, index), ...cutBlock(block, left)], cut: true }
    left -= cost
  }
  return { blocks, cut: false }
}

const halve = (block: Block): Block =>
  block.kind === "text" ? { ...block, text: cutToTokens(block.text, Math.ceil(tokensOf(block.text) / 2)) } : block

const finishOf = (ask: Ask, blocks: readonly Block[], cut: boolean, stop: string | undefined): Finish => {
  if (cut) return "length"
  if (ask.behaviour === "filtered") return "filtered"
  if (stop !== undefined) return "stop"
  const last = blocks.at(-1)
  return last?.kind === "call" ? "calls" : last?.kind === "refusal" ? "refusal" : "end"
}

/** The answer to a request; `choice` counts the answers where several were asked for. */
export const plan = (ask: Ask, choice = 0): Plan => {
  const answer = answerBlocks(ask, choice)
  const wanted = [...thinkingBlocks(ask), ...(ask.behaviour === "filtered" ? answer.slice(0, 1).map(halve) : answer)]
  const stopped = stopAt(wanted, ask.stops)
  const { blocks, cut } = limit(stopped.blocks, ask.maxTokens)
  const finish = finishOf(ask, blocks, cut, stopped.stop)
  const hidden = blocks.filter((block) => block.kind === "thinking" || block.kind === "redacted")
  return {
    blocks,
    finish,
    stop: finish === "stop" ? stopped.stop : undefined,
    tokens: blocks.reduce((sum, block) => sum + costOf(block), 0),
    thinkingTokens: hidden.reduce((sum, block) => sum + costOf(block), 0)
  }
}
