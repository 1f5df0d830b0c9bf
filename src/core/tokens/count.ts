import type { ChatMessage, ContentPart, ChatRequest, ToolDefinition } from "../chat/chat.ts"
import type { ToolInput, ToolOutput, MediaSource } from "../chat/part.ts"

/** Counts the tokens of a text. */
export type CountText = (text: string) => number

/** What an image counts, and any other medium whose bytes nobody reads here. */
const mediumTokens = 1000

/** What a message costs besides its parts, and a tool besides its texts. */
const frame = { message: 4, tool: 8 } as const

/** The input tokens of a request: system, messages and the tools that it declares; nothing of the answer. */
export const countPrompt = ({ messages, tools = [] }: ChatRequest, count: CountText): number =>
  sum(messages, (message) => countMessage(message, count)) + sum(tools, (tool) => countTool(tool, count))

const sum = <A>(items: readonly A[], of: (item: A) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

const countMessage = ({ parts, name }: ChatMessage, count: CountText): number =>
  frame.message + count(name ?? "") + countParts(parts, count)

const countParts = (parts: readonly ContentPart[], count: CountText): number =>
  sum(parts, (part) => countPart(part, count))

const countPart = (part: ContentPart, count: CountText): number => {
  switch (part.type) {
    case "text":
    case "refusal":
      return count(part.text)
    case "reasoning":
    case "compaction":
      return count(part.text ?? "")
    case "media":
      return countSource(part.source, count)
    case "tool-call":
      return count(part.name) + countInput(part.input, count)
    case "tool-result":
      return countOutput(part.output, count)
    case "search-result":
      return count(part.source) + count(part.title) + countParts(part.parts, count)
    case "tool-change":
    case "unknown":
      return count(part.body.text)
  }
}

const countSource = (source: MediaSource, count: CountText): number => {
  switch (source.kind) {
    case "base64":
    case "url":
    case "ref":
      return mediumTokens
    case "text":
      return count(source.text)
    case "parts":
      return countParts(source.parts, count)
  }
}

const countInput = (input: ToolInput, count: CountText): number => {
  switch (input.kind) {
    case "json":
      return count(input.json.text)
    case "text":
      return count(input.text)
    case "code":
      return count(input.code)
  }
}

const countOutput = (output: ToolOutput, count: CountText): number =>
  output.kind === "parts"
    ? countParts(output.parts, count)
    : count(output.json.text) + countParts(output.parts ?? [], count)

const countTool = (tool: ToolDefinition, count: CountText): number => {
  const name = count(tool.name ?? "")
  switch (tool.type) {
    case "function":
      return frame.tool + name + count(tool.description ?? "") + count(tool.input?.source.text ?? "")
    case "custom":
      return frame.tool + name + count(tool.description ?? "") + count(tool.grammar?.definition ?? "")
    case "vendor":
      return frame.tool + name + count(tool.config.text)
  }
}

/** A counter that looks at so many characters and no more: each further one counts as those did on average. */
export const sampledCounter = (count: CountText, most: number): CountText => {
  const seen = { characters: 0, tokens: 0 }
  return (text) => {
    const head = text.slice(0, most - seen.characters)
    const tokens = head === "" ? 0 : count(head)
    seen.characters += head.length
    seen.tokens += tokens
    const rest = text.length - head.length
    return rest === 0 ? tokens : tokens + Math.ceil((rest * seen.tokens) / seen.characters)
  }
}
