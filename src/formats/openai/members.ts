import { dataUrl, readDataUrl } from "../../core/bytes.ts"
import type {
  ChatRequest,
  CustomTool,
  MediaPart,
  OutputFormat,
  ToolSchema,
  TextCitation,
  TokenLogprob
} from "../../core/chat/chat.ts"
import { aboutDocument, type ChatEncodeContext, neededBytes } from "../../core/chat/codec.ts"
import {
  type MutableDraft,
  type JsonTemplate,
  type JsonObjectBuilder,
  isObject,
  JsonText,
  isArray,
  type Json,
  type JsonObject,
  objectOr
} from "../../core/json/json.ts"
import { textRow, recordRow } from "../../core/reading/member-row.ts"
import {
  readMember,
  type WireMember,
  keptTextMember,
  type MemberTable,
  memberTable,
  neededMember,
  silentMember,
  takeMembers,
  fieldMember,
  flagMember,
  textMember
} from "../../core/reading/member-table.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"

const noData = /^data:[^,]*,$/

/** The bytes of a medium, in a data URL, or its address. */
export const linkMember: WireMember<MutableDraft<MediaPart>> = readMember(
  textRow,
  (from, key, node) => {
    const url = from.string(key)
    if (url === undefined) return
    if (noData.test(url)) from.reader.issue(from.below(key), "The data URL has no data.")
    const data = readDataUrl(url)
    node.source = data === undefined ? { kind: "url", url } : { kind: "base64", data: data.data }
    if (data !== undefined && data.mime !== "") node.mime = data.mime
  },
  [["source", ""]]
)

/** The same as it is written. A target that `fetches` none gets bytes; where they are not there yet, the address stands in. */
export const linkOf = (to: Pick<ChatEncodeContext, "target" | "needs">, part: MediaPart, fetches?: boolean): string => {
  const { source, mime = "" } = part
  if (source.kind === "base64") return dataUrl(mime, source.data)
  const found = neededBytes(to, part, fetches)
  return found !== undefined ? dataUrl(found.mime, found.base64) : source.kind === "url" ? source.url : ""
}

/** What a text before a file says of it. `named`: its title is its name, and says itself where nothing else is said. */
export const aboutFile = (part: MediaPart, named: boolean): string =>
  named && part.context === undefined ? "" : aboutDocument(part)

/** Items behind a text of a type, where there is one. */
export const behind = (type: string, text: string, items: readonly JsonTemplate[]): readonly JsonTemplate[] =>
  text === "" ? items : [{ type, text }, ...items]

const mark = memberTable<MutableDraft<ChatNode>>({
  mode: silentMember,
  ttl: keptTextMember((node, ttl) => {
    node.cache = { ...node.cache, ttl }
  })
})

/** `prompt_cache_breakpoint` of a part, OpenAI's own cache mark: everything up to it is cached. */
export const cacheBreakpoint: WireMember<MutableDraft<ChatNode>> = readMember({ inside: mark }, (from, key, node) => {
  const body = from.inside(key)
  if (body === undefined) return
  node.cache = { mode: "explicit" }
  takeMembers(mark, body, node)
})

/** The members of automatic caching: the field, and where its member stands. */
export const cachingMembers = [
  ["key", "", "prompt_cache_key"],
  ["mode", "/prompt_cache_options", "mode"],
  ["ttl", "/prompt_cache_options", "ttl"],
  ["retain", "", "prompt_cache_retention"]
] as const

/** Whether a request came in one of the two formats of OpenAI's, whose marks of what to cache its newer models alone take. */
export const isInVendorsWords = ({ native }: ChatNode): boolean =>
  native?.format === "chat-completions" || native?.format === "responses"

/** What of automatic caching the other of OpenAI's two formats says: the rest are not this vendor's words. */
export const saidCaching = (request: ChatRequest): readonly (typeof cachingMembers)[number][] =>
  cachingMembers.filter(
    ([field]) =>
      request.autoCache?.[field] !== undefined && (field === "key" || field === "retain" || isInVendorsWords(request))
  )

const ofGrammar = readMember<MutableDraft<CustomTool>>(textRow, (from, key, node) => {
  const value = from.string(key)
  if (value !== undefined) node.grammar = { syntax: "", definition: "", ...node.grammar, [key]: value }
})

/** The members of a grammar, which the free text of a tool's calls follows. */
export const grammarMembers = {
  syntax: neededMember(ofGrammar),
  definition: neededMember(ofGrammar)
}

/** `format` of a tool that takes free text: a grammar is read, and all else kept. */
export const formatMember = (
  inside: MemberTable<MutableDraft<CustomTool>>,
  write: (grammar: Required<CustomTool>["grammar"]) => JsonTemplate
): WireMember<MutableDraft<CustomTool>> => ({
  inside,
  says: [["grammar", ""]],
  read: (from, key, node) => {
    const body = from.inside(key)
    if (body?.object["type"] === "grammar") takeMembers(inside, body, node)
  },
  write: ({ grammar }) => grammar && write(grammar)
})

/** A schema, in its source text. */
export const schemaMember = <F extends string>(name: F): WireMember<{ [K in F]?: ToolSchema }> =>
  fieldMember<F, ToolSchema>(
    name,
    {
      schema: recordRow.schema,
      read: (from, key) => {
        const source = from.record(key)
        return source && { dialect: "json-schema", source }
      }
    },
    ({ source }) => source.printable,
    (value) => (isObject(value) ? { dialect: "json-schema", source: JsonText.of(value) } : undefined)
  )

/** What a body says of the form of an answer. */
export interface OutputFormatDraft extends MutableDraft<ChatNode> {
  type?: string
  name?: string
  description?: string
  schema?: ToolSchema
  strict?: boolean
}

/** The members that describe a schema: beside `type`, or in an object of their own. */
export const schemaFormatMembers = {
  name: textMember("name"),
  description: textMember("description"),
  schema: schemaMember("schema"),
  strict: flagMember("strict")
} as const

const emptySchema: ToolSchema = { dialect: "json-schema", source: JsonText.source("{}") }

/** An output format of type `json_schema`, which takes everything where it has no schema. */
export const schemaFormatOf = ({
  native: _native,
  type: _type,
  schema = emptySchema,
  ...described
}: OutputFormatDraft): OutputFormat => ({ type: "json-schema", schema, ...described })

/** An output format as OpenAI's APIs say it; undefined where it has no place. `place` puts a schema's members where the API has them. */
export const encodeOpenaiOutputFormat = (
  output: OutputFormat,
  place: (members: JsonObjectBuilder) => JsonObjectBuilder
): JsonObjectBuilder | undefined => {
  switch (output.type) {
    case "text":
      return { type: "text" }
    case "json":
      return { type: "json_object" }
    case "json-schema":
      return place(schemaMembers(output))
    case "mime":
      if (output.schema !== undefined) return place(schemaMembers({ schema: output.schema }))
      if (output.mime === "application/json") return { type: "json_object" }
      return output.mime === "text/plain" ? { type: "text" } : undefined
  }
}

const schemaMembers = ({
  name = "answer",
  description,
  schema,
  strict
}: Omit<Extract<OutputFormat, { type: "json-schema" }>, "type">): JsonObjectBuilder => ({
  name,
  description,
  schema: schema.source.printable,
  strict
})

/** The citations that a list of annotations holds, each with its place where that of the list is known. */
export const annotationsAs = (
  decode: (annotation: Json) => TextCitation | undefined,
  annotations: Json | undefined,
  at?: JsonPointer
): readonly TextCitation[] =>
  isArray(annotations)
    ? annotations.flatMap((item, index): readonly TextCitation[] => {
        const citation = decode(item)
        if (citation === undefined) return []
        return [at === undefined ? citation : { ...citation, at: childPointer(at, index) }]
      })
    : []

/** The citation of an address; undefined where none is named. */
export const decodeAddress = (members: JsonObject): MutableDraft<TextCitation> | undefined => {
  const { url, title, start_index: start, end_index: end } = members
  if (typeof url !== "string") return undefined
  const citation: MutableDraft<TextCitation> = {
    source: { kind: "url", url, ...(typeof title === "string" && { title }) }
  }
  if (typeof start === "number" && typeof end === "number" && start >= 0 && end > start) citation.span = { start, end }
  return citation
}

/** The same as it is written, of a text of a length at an offset; undefined where it names no address. */
export const encodeAddress = ({ source, span }: TextCitation, offset: number, length: number) => {
  const url = source.kind === "url" ? source.url : source.kind === "search-result" ? source.source : undefined
  if (url === undefined || source.kind === "other") return undefined
  const [start, end] = [span?.start ?? 0, span?.end ?? length]
  return { start_index: offset + start, end_index: offset + end, url, title: source.title ?? "" }
}

/** Log probabilities of a text. */
export const decodeTextLogprobs = (value: Json | undefined): readonly TokenLogprob[] => decodeTokens(value, "text")

/** Log probabilities as a text of an answer says them. */
export const encodeTextLogprobs = (tokens: readonly TokenLogprob[]): readonly JsonTemplate[] => encodeTokens(tokens, [])

/**
 * Log probabilities of a choice: of its content, then of its refusal. Undefined where there are none.
 *
 * @see `ChatCompletionTokenLogprob` of `openai` 7.55 (read 2026-11)
 */
export const decodeLogprobs = (value: Json | undefined): readonly TokenLogprob[] | undefined => {
  if (!isObject(value)) return undefined
  const { content, refusal } = value
  if (!isArray(content) && !isArray(refusal)) return undefined
  return [...decodeTokens(content, "text"), ...decodeTokens(refusal, "refusal")]
}

/** Log probabilities as a choice says them. */
export const encodeLogprobs = (tokens: readonly TokenLogprob[]): JsonTemplate => {
  const content = tokens.filter(({ of }) => of === "text")
  const refusal = tokens.filter(({ of }) => of === "refusal")
  return {
    content: content.length > 0 || refusal.length === 0 ? encodeTokens(content, null) : null,
    refusal: refusal.length > 0 ? encodeTokens(refusal, null) : null
  }
}

type Top = NonNullable<TokenLogprob["top"]>[number]

/** Log probabilities of a text or a refusal; none where there is no list. */
const decodeTokens = (value: Json | undefined, of: TokenLogprob["of"]): readonly TokenLogprob[] => {
  if (!isArray(value)) return []
  return value.flatMap((item) =>
    topsIn([item]).map((token) => {
      const tops = objectOr(item)?.["top_logprobs"]
      return { of, ...token, ...(isArray(tops) && { top: topsIn(tops) }) }
    })
  )
}

const topsIn = (items: readonly Json[]): readonly Top[] =>
  items.filter(isObject).flatMap(({ token, logprob, bytes }) => {
    if (typeof token !== "string" || typeof logprob !== "number") return []
    return [
      {
        token,
        logprob,
        ...(isArray(bytes) && { bytes: bytes.filter((byte) => typeof byte === "number") })
      }
    ]
  })

/** The same as it is written; `unknown`: what stands where nobody knows the bytes of a token. */
const encodeTokens = (tokens: readonly TokenLogprob[], unknown: readonly never[] | null): readonly JsonTemplate[] => {
  const write = ({ token, logprob, bytes }: Top) => ({ token, logprob, bytes: bytes ?? unknown })
  return tokens.map((token) => ({ ...write(token), top_logprobs: (token.top ?? []).map(write) }))
}
