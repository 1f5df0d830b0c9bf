import type { ChatMessage, ContentPart, ChatRequest, ToolDefinition } from "../chat/chat.ts"
import type { ToolInput, ToolOutput, MediaSource } from "../chat/node.ts"

/** Counts the tokens of a text. */
export type CountText = (text: string) => number

/** What an image counts, and all other media whose bytes nobody reads here. */
const mediaTokens = 1000

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
      return mediaTokens
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

/** What a character is: space, of a run of its kind, or of a script without spaces between words. */
const kinds = { space: 0, ascii: 1, letters: 2, digits: 3, breaks: 4, signs: 5, dense: 6 } as const

/** How many characters of a kind one token holds, as the tokenizers of today's models cut common texts; by the kind. */
const perToken = [0, 7, 3, 3, Number.POSITIVE_INFINITY, 2, Number.POSITIVE_INFINITY] as const

/**
 * An estimate of the tokens of a text, made without any model's tokenizer: words of Latin letters are mostly one token,
 * characters of scripts without spaces are one each. Each character is looked at once.
 */
export const estimateTokens = (text: string): number => {
  let tokens = 0
  let at = 0
  while (at < text.length) {
    const kind = kindAt(text, at)
    const end = endOfRun(text, at, kind)
    if (kind !== kinds.space) tokens += Math.max(1, Math.ceil((end - at) / (perToken[kind] ?? 1)))
    at = end
  }
  return tokens
}

const endOfRun = (text: string, from: number, kind: number): number => {
  let end = from + widthAt(text, from)
  if (kind === kinds.dense || kind === kinds.space) return end
  while (end < text.length && goesOn(kind, text, end)) end += widthAt(text, end)
  return end
}

/** Whether a run of a kind holds the character at a place, too: letters and signs take in what would not begin them. */
const goesOn = (kind: number, text: string, at: number): boolean => {
  const next = kindAt(text, at)
  if (next === kind) return true
  if (kind === kinds.letters) return next === kinds.ascii || (next === kinds.dense && isLetterAt(text, at))
  return kind === kinds.signs && (next === kinds.dense || next === kinds.letters) && !isLetterAt(text, at)
}

const kindAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return code < 128 ? (asciiKinds[code] ?? 0) : kindOf(characterAt(text, at))
}

const widthAt = (text: string, at: number): number =>
  text.charCodeAt(at) < 0xd800 || (text.codePointAt(at) ?? 0) <= 0xffff ? 1 : 2

const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0)

const isLetterAt = (text: string, at: number): boolean => /\p{L}/u.test(characterAt(text, at))

const isDense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{Extended_Pictographic}]/u

const kindOf = (character: string): number => {
  if (isDense.test(character)) return kinds.dense
  if (/[\p{L}\p{M}]/u.test(character)) return kinds.letters
  if (/\p{N}/u.test(character)) return kinds.digits
  return /\s/u.test(character) ? kinds.space : kinds.signs
}

/** The kinds of the characters that nearly every text is made of, by their codes. */
const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCodePoint(code)
  if (/[A-Za-z]/u.test(character)) return kinds.ascii
  return /[\r\n]/u.test(character) ? kinds.breaks : kindOf(character)
})
