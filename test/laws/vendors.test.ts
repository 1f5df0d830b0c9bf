import { beforeAll, describe, expect, it } from "vitest"
import { emptyReplyContext } from "../../src/core/format.ts"
import type { Invalid } from "../../src/core/errors/invalid.ts"
import { type Json, JsonText } from "../../src/core/json/json.ts"
import { callOf, encode } from "./calling.ts"
import { differences, plain, resultsFirst, undone } from "./differ.ts"
import { samples } from "./law.ts"
import { everySubject, type Subject } from "./subjects.ts"
import { type SdkType, type WireType, wireTypes } from "./wire-types.ts"

/** A body of a format as its vendor's SDK declares it. */
interface Vendored {
  readonly format: string
  readonly kind: "request" | "response"
  readonly type: SdkType
  /** How many members it declares. */
  readonly members: number
  /** Types of parts with many alternatives, and a body around such a part: what is rarely made in a whole body. */
  readonly parts?: readonly (readonly [type: string, around: (part: string) => string])[]
}

const asking = (content: string, more = ""): string =>
  `{"model":"m","max_tokens":1,"messages":[{"role":"user","content":${content}}]${more}}`

/** A conversation whose last turn answers a call. */
const answering = (content: string): string => {
  const call = '{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"browser","input":{}}]}'
  return asking('"q"').replace("}]}", () => `},${call},{"role":"user","content":${content}}]}`)
}

/** The members of which a part has exactly one, which its type does not say. */
const kinds = [
  "text",
  "inlineData",
  "fileData",
  "functionCall",
  "functionResponse",
  "executableCode",
  "codeExecutionResult",
  "toolCall",
  "toolResponse"
]

const beside = "'thought' | 'thoughtSignature' | 'partMetadata' | 'videoMetadata' | 'mediaResolution'"
const contentOf = (members: readonly string[]): string =>
  `{ role?: 'user' | 'model', parts: (${members.map((it) => `Required<Pick<sdk.Part, '${it}'>> & Pick<sdk.Part, ${beside}>`).join(" | ")})[] }`
const settings = "'toolConfig' | 'safetySettings' | 'cachedContent' | 'labels' | 'serviceTier'"

const searching = (retrieval: string): string =>
  `{"contents":[{"parts":[{"text":"q"}]}],"tools":[{"retrieval":${retrieval}}]}`

const saying = (member: string): string => `{"candidates":[{${member}}]}`

const ofResponses = "openai/resources/responses/responses"
const saidBefore = (item: string): string => `{"model":"m","input":[${item}]}`
const having = (tool: string): string => `{"model":"m","input":"q","tools":[${tool}]}`
const bringing = (tool: string): string =>
  saidBefore(`{"type":"additional_tools","role":"developer","tools":[${tool}]}`)
const repeating = (tool: string): string =>
  `{"output":[],"instructions":[{"type":"additional_tools","role":"developer","tools":[${tool}]}]}`

const vendored: readonly Vendored[] = [
  {
    format: "chat-completions",
    kind: "request",
    type: { module: "openai/resources/chat/completions", name: "ChatCompletionCreateParams" },
    members: 131
  },
  {
    format: "responses",
    kind: "request",
    type: { module: ofResponses, name: "ResponseCreateParams" },
    members: 412,
    parts: [
      ["ResponseInputItem", saidBefore],
      ["Tool", bringing],
      ["Tool.Mcp", having],
      ["Tool.Mcp", bringing],
      ["Tool.ImageGeneration", bringing],
      ["NamespaceTool", bringing],
      [
        "ContainerNetworkPolicyAllowlist",
        (policy) => having(`{"type":"code_interpreter","container":{"type":"auto","network_policy":${policy}}}`)
      ],
      [
        "ComputerActionList",
        (actions) => saidBefore(`{"type":"computer_call","id":"cu","call_id":"c","actions":${actions}}`)
      ],
      ["ComputerAction", (action) => saidBefore(`{"type":"computer_call","id":"cu","call_id":"c","action":${action}}`)],
      ["ResponseInputItem.McpCall", saidBefore],
      ["LocalEnvironment", (place) => saidBefore(`{"type":"shell_call","call_id":"c","environment":${place}}`)],
      ["ResponseOutputText", (part) => saidBefore(`{"type":"message","role":"assistant","content":[${part}]}`)]
    ]
  },
  {
    format: "responses",
    kind: "response",
    type: { module: ofResponses, name: "Response" },
    members: 538,
    parts: [
      ["Tool", repeating],
      ["Tool.Mcp", repeating],
      ["Tool.CodeInterpreter", repeating],
      ["Tool.ImageGeneration", repeating],
      ["ContainerAuto", (place) => `{"output":[],"tools":[{"type":"shell","environment":${place}}]}`],
      ["ResponseOutputItem.McpCall", (item) => `{"output":[${item}]}`]
    ]
  },
  {
    format: "messages",
    kind: "request",
    type: { module: "@anthropic-ai/sdk/resources/messages", name: "MessageCreateParams" },
    members: 260,
    parts: [
      ["BrowserToolset20260801", (tool) => asking('"q"', `,"tools":[${tool}]`)],
      ["ComputerToolset20260801", (tool) => asking('"q"', `,"tools":[${tool}]`)],
      [
        "BrowserStateBlockParam",
        (block) => answering(`[{"type":"tool_result","tool_use_id":"toolu_1","content":[${block}]}]`)
      ]
    ]
  },
  {
    format: "chat-completions",
    kind: "response",
    type: { module: "openai/resources/chat/completions", name: "ChatCompletion" },
    members: 78
  },
  {
    format: "messages",
    kind: "response",
    type: { module: "@anthropic-ai/sdk/resources/messages", name: "Message" },
    members: 108
  },
  {
    format: "generate-content",
    kind: "request",
    type: {
      module: "@google/genai",
      name: `Pick<sdk.GenerateContentConfig, ${settings}> & { contents: ${contentOf(kinds)}[], systemInstruction?: ${contentOf(["text"])}, generationConfig?: sdk.GenerationConfig, tools?: sdk.Tool[] }`
    },
    members: 314,
    parts: [
      ["ExternalApi", (api) => searching(`{"externalApi":${api}}`)],
      ["RagRetrievalConfig", (config) => searching(`{"vertexRagStore":{"ragRetrievalConfig":${config}}}`)]
    ]
  },
  {
    format: "generate-content",
    kind: "response",
    type: {
      module: "@google/genai",
      name: "Pick<sdk.GenerateContentResponse, 'candidates' | 'createTime' | 'modelVersion' | 'promptFeedback' | 'responseId' | 'usageMetadata' | 'modelStatus'>"
    },
    members: 221,
    parts: [
      ["FunctionResponse", (answer) => saying(`"content":{"role":"model","parts":[{"functionResponse":${answer}}]}`)],
      ["GroundingChunk", (chunk) => saying(`"groundingMetadata":{"groundingChunks":[${chunk}]}`)],
      [
        "GroundingChunkMapsPlaceAnswerSources",
        (sources) => saying(`"groundingMetadata":{"groundingChunks":[{"maps":{"placeAnswerSources":${sources}}}]}`)
      ]
    ]
  }
]

/** What the types allow and the endpoints do not, by what the issue says. Each must still occur. */
const refused: readonly { readonly format: string; readonly kind?: "response"; readonly says: RegExp }[] = [
  { format: "responses", says: /^`(?:model|input|name|call_id|id)` is required\.$/ },
  { format: "responses", says: /^`top_p` must be between 0 and 1\.$/ },
  { format: "responses", says: /^No tool call before this result has its id\.$/ },
  {
    format: "responses",
    says: /^`(?:image_url|file_data, file_url|file_data`, `file_url)` or `file_id` is required\.$/
  },
  { format: "responses", kind: "response", says: /^The upstream's answer has the status (?:failed|cancelled)\.$/ },
  {
    format: "responses",
    kind: "response",
    says: /^The upstream answers in the background; its answer is not ready\.$/
  },
  { format: "responses", kind: "response", says: /^(?:hello|é日😀|__proto__|7|The upstream failed\.)$/ },
  { format: "responses", says: /^No tool of this type and name is among `tools`\.$/ },
  { format: "responses", says: /^`type` is required\.$/ },
  { format: "responses", says: /^Another tool has the same name\.$/ },
  { format: "chat-completions", says: /^Either `file_data` or `file_id` is required\.$/ },
  { format: "chat-completions", says: /^`top_p` must be between 0 and 1\.$/ },
  { format: "chat-completions", says: /^`function` is required\.$/ },
  { format: "chat-completions", says: /^No tool call before this result has its id\.$/ },
  { format: "chat-completions", says: /^Another tool call has the same id\.$/ },
  { format: "messages", says: /^No tool call before this result has its id\.$/ },
  { format: "messages", says: /^`data` must not be empty\.$/ },
  { format: "messages", says: /^`max_tokens` must be greater than 0\.$/ },
  { format: "generate-content", says: /^`(?:name|fileUri|data|mimeType)` is required\.$/ },
  { format: "generate-content", kind: "response", says: /^The upstream's answer has no candidates\.$/ },
  { format: "messages", says: /^`budget_tokens` must be greater than 1024\.$/ }
]

const count = 2000

/** The pointers of all members of a JSON value, with a star for each index. */
const placesOf = (value: Json, at = ""): readonly string[] =>
  typeof value !== "object" || value === null
    ? []
    : Array.isArray(value)
      ? value.flatMap((item: Json) => placesOf(item, `${at}/*`))
      : Object.entries(value).flatMap(([key, member]) => [`${at}/${key}`, ...placesOf(member, `${at}/${key}`)])

/** Of each body its type, then those of its parts. */
let types: readonly (readonly WireType[])[] = []

beforeAll(() => {
  const wanted = vendored.map(({ type, parts = [] }) => [type, ...parts.map(([name]) => ({ ...type, name }))])
  const found = wireTypes(wanted.flat()).values()
  types = wanted.map((list) => list.flatMap(() => found.next().value ?? []))
}, 120_000)

/** Bodies of a type, and bodies around parts of it. */
const bodiesOf = (wire: Vendored, seed: number, count: number): readonly string[] => {
  const [whole, ...parts] = types[vendored.indexOf(wire)] ?? []
  if (whole === undefined) throw new Error(`no type of ${wire.format}`)
  return [
    ...samples((c) => whole.print(c), count, seed),
    ...(wire.parts ?? []).flatMap(([, around], at) =>
      samples((c) => around(parts[at]?.print(c) ?? ""), count / 2, seed)
    )
  ]
}

const issuesIn = (subject: Subject, kind: string, body: string): readonly string[] => {
  const read =
    kind === "request"
      ? subject.format.decodeRequest(callOf(body))
      : subject.format.decodeResponse(JsonText.source(body), emptyReplyContext)
  return read.ok ? [] : "issues" in read.error ? saidBy(read.error) : [read.error.message]
}

const saidBy = ({ issues }: Invalid): readonly string[] => issues.map(({ message }) => message)

describe.each(vendored)("a $kind of $format as its vendor's types allow it", (wire) => {
  const { format: id, kind, members, parts = [] } = wire
  const [subject] = everySubject.filter(({ format }) => format.id === id)
  const declared = (): ReadonlySet<string> => types[vendored.indexOf(wire)]?.[0]?.members ?? new Set()
  let bodies: readonly string[] = []

  beforeAll(() => {
    bodies = bodiesOf(wire, 5, count)
  }, 120_000)

  it("has as many members as it says", () => {
    expect(declared().size).toBe(members)
  })

  it("is made with every member", () => {
    const hit = new Set(bodies.flatMap((body) => placesOf(JSON.parse(body))))
    expect(bodies).toHaveLength(count * (1 + parts.length / 2))
    expect([...declared()].filter((member) => !hit.has(member))).toEqual([])
  }, 60_000)

  it("is read, or breaks a rule that types cannot say", () => {
    const known = refused.filter((it) => it.format === id && (it.kind ?? "request") === kind)
    const said = new Set(bodies.flatMap((body) => (subject === undefined ? [""] : issuesIn(subject, kind, body))))
    expect([...said].filter((issue) => !known.some(({ says }) => says.test(issue)))).toEqual([])
    expect(known.filter(({ says }) => ![...said].some((issue) => says.test(issue)))).toEqual([])
  }, 60_000)
})

describe.each(vendored.filter(({ kind }) => kind === "request"))("a request of $format from its types", (wire) => {
  const [subject] = everySubject.filter(({ format }) => format.id === wire.format)

  it("that is written again without a note means the same", () => {
    let compared = 0
    for (const body of bodiesOf(wire, 6, count / 2)) {
      const first = subject?.format.decodeRequest(callOf(body))
      if (subject === undefined || first?.ok !== true) continue
      const { request } = first.value.value
      const written = encode(subject.format, request, { ...subject.target, model: request.model })
      if (written === undefined || written.notes.length > 0) continue
      const second = subject.format.decodeRequest(written.call)
      if (!second.ok) throw new Error(`not read again: ${body}`)
      const again = undone(plain(second.value.value.request), written.undo.names)
      const found = differences(resultsFirst(plain(request)), resultsFirst(again))
      expect(found, body).toEqual([])
      compared++
    }
    expect(compared).toBeGreaterThan(count / 20)
  }, 120_000)
})
