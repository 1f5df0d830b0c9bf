import * as families from "../../src/config/families.ts"
import { familyNames, untoldFormats } from "../../src/config/known-families.ts"
import type { AuthPolicy, KeyCarrier } from "../../src/credentials/credentials.ts"
import { globMatcher, type ModelMember } from "../../src/core/naming/naming.ts"
import type { Endpoint } from "../../src/endpoints/endpoint.ts"
import { metrics } from "../../src/endpoints/monitoring.ts"
import * as Endpoints from "../../src/endpoints.ts"
import { openApi } from "../../src/endpoints/open-api.ts"
import { chatCompletions } from "../../src/formats/chat-completions/index.ts"
import { naming as chatNaming } from "../../src/formats/chat-completions/passthrough.ts"
import { generateContent } from "../../src/formats/generate-content/index.ts"
import { naming as contentNaming } from "../../src/formats/generate-content/passthrough.ts"
import { messages } from "../../src/formats/messages/index.ts"
import { naming as messagesNaming } from "../../src/formats/messages/passthrough.ts"
import { gptModels, inResponsesAlone } from "../../src/families/openai/models.ts"
import { servedEndpoints as served } from "../../src/hosts/cli/served.ts"
import { lab } from "../../src/lab.ts"
import type { ChatFormat } from "../../src/core/format.ts"
import { GatewayError, type ErrorReason, statusOf } from "../../src/core/errors/error.ts"
import { anyNaming, gatewayMembers } from "../../src/core/naming/gateways.ts"
import { table, totals } from "../formats/lossiness/tables.ts"

/** A row of a table, cell by cell. */
type Row = readonly string[]

const code = (text: string): string => `\`${text}\``

const carriers: Readonly<Record<KeyCarrier, string>> = {
  bearer: "`Authorization: Bearer`",
  login: "`Authorization: Bearer`, a login token, too",
  "x-api-key": "`x-api-key`",
  "x-goog-api-key": "`x-goog-api-key`",
  "api-key": "`api-key`",
  query: "`?key=`"
}

/** Where a key is taken; a route that takes login tokens takes keys in the same header. */
const keysIn = (policy: AuthPolicy): string =>
  policy
    .filter((carrier) => carrier !== "bearer" || !policy.includes("login"))
    .map((carrier) => carriers[carrier])
    .join(", ") || "none"

/** In which format an endpoint is asked, and which upstreams it can reach: what its route does not say. */
const reaches: Readonly<Record<string, readonly [format: string, upstreams: string]>> = {
  "chat-completions": [code("chat-completions"), "all that chat"],
  messages: [code("messages"), "all that chat"],
  responses: [code("responses"), "all that chat"],
  "response-input-tokens": [code("responses"), "none: counted here"],
  response: [code("responses"), "none: from what was kept"],
  "response-compaction": [code("responses"), "all of vendors that speak the format"],
  "response-cancellation": [code("responses"), "none: a 400"],
  "response-deletion": [code("responses"), "none: from what was kept; its vendor is told"],
  "response-input-items": [code("responses"), "none: from what was kept"],
  "response-socket": ["none: a 426", "none"],
  "count-tokens": [code("messages"), "none: counted here"],
  "generate-content": [code("generate-content"), "all that chat"],
  "stream-generate-content": [code("generate-content"), "all that chat"],
  "count-content-tokens": [code("generate-content"), "none: counted here"],
  "embed-content": [code("embed-content"), "all that embed"],
  "batch-embed-contents": [code("embed-content"), "all that embed"],
  embeddings: [code("embeddings"), "all that embed"],
  images: [code("images"), "all that draw"],
  "image-edits": [code("images"), "all that draw"],
  "video-generations": [code("videos"), "all that film"],
  "video-download": [code("videos"), "none"],
  "video-generation": [code("videos"), "none"],
  videos: [code("openai-videos"), "all that film"],
  video: [code("openai-videos"), "none"],
  "video-content": [code("openai-videos"), "none"],
  media: ["bytes, by a signed link", "none"],
  rerank: [code("rerank"), "all that rerank"],
  models: ["of the caller", "none: from the tables"],
  model: ["of the caller", "none: from the tables"],
  livez: ["none: empty", "none"],
  readyz: ["none: empty", "none"],
  "lab-token": ["the lab's envelope", "none: a password"],
  "lab-images": ["the lab's envelope", "all that draw (images) or film (video)"],
  "lab-watermark-removal": ["the lab's envelope", "all that draw (images) or film (video)"],
  "lab-dressing": ["the lab's envelope", "all that draw (images) or film (video)"],
  "lab-video": ["the lab's envelope", "all that draw (images) or film (video)"],
  "open-api": ["OpenAPI, Prometheus", "none"],
  metrics: ["OpenAPI, Prometheus", "none"]
}

const routeOf = ({ method, path }: Pick<Endpoint, "method" | "path">): string =>
  code(`${method} ${path.replace(/(?<=\/)[*:](\w+)/, "{$1}")}`)

/** Neighbours that say the same of themselves, as one row. */
const merged = (rows: readonly Row[]): readonly Row[] => {
  const out: [routes: string[], names: string[], rest: Row][] = []
  for (const [route = "", name = "", ...rest] of rows) {
    const last = out.at(-1)
    if (last !== undefined && last[2].join() === rest.join()) {
      last[0].push(route)
      last[1].push(name)
    } else out.push([[route], [name], rest])
  }
  return out.map(([routes, names, rest]) => [routes.join(", "), [...new Set(names)].join(", "), ...rest])
}

/** What an endpoint is called among the exports of `isogloss/endpoints`, or what gives it. */
const nameOf = (endpoint: { readonly id: string }): string =>
  code(Object.entries(Endpoints).find(([, it]) => it.id === endpoint.id)?.[0] ?? "lab()")

const endpoints = (): readonly Row[] => [
  ["Endpoint", "In `Endpoints`", "Format", "Key in", "Upstreams"],
  ...merged(
    [...served, ...lab(), openApi, metrics].map((it) => {
      const [format, upstreams] = reaches[it.id] ?? ["", ""]
      return [routeOf(it), nameOf(it), format, keysIn(it.auth), upstreams]
    })
  )
]

/** What each family brings in line, of what a client sent. */
const brings: Readonly<Record<string, string>> = {
  openai: "effort, the token limit, sampling, stop sequences",
  claude: "thinking budget, sampling, effort, betas",
  gemini:
    "the model suffixes `-thinking`, `-thinking-<tokens>`, `-thinking-low`, `-thinking-high`, `-nothinking`; thinking as budget or level; search",
  qwen: "`parameters`, `enable_thinking` and its budget, refusals, schemas",
  deepseek: "`thinking`, reasoning of turns with calls, refusals, schemas, forced calls",
  kimi: "`thinking` and K3's `reasoning_effort`, reasoning and ids of calls, refusals, schemas of functions and answers, sampling, image URLs",
  openrouter: "the object `reasoning`, `reasoning_details`",
  seedream: "images: sizes by version, watermark, sequences",
  gptimage: "images: sizes, qualities, fidelity",
  qwenimage: "images: `input` or a prompt, watermark",
  veo: "videos: durations, ratios, resolutions and sound by version",
  vertexveo: "the same at Vertex AI, with `sampleCount` and `generateAudio`",
  sora: "videos: seconds, sizes",
  seedance: "videos: durations, ratios, frames, watermark",
  jina: "reranking: documents as texts, scores from 0 to 1",
  cohere: "reranking: the documents of the request, tokens",
  compatible: "nothing; what is known of an API is given as `CompatProfile`"
}

/** How many ids are shown of a family that claims many. */
const shown = 8

const claims = (models: readonly string[]): string => {
  const own = models.filter((glob, index) => !globMatcher(models.toSpliced(index, 1))(glob.replaceAll("*", "x")))
  if (own.length === 0) return "none: `models` or routes say"
  return `${own.slice(0, shown).map(code).join(", ")}${own.length > shown ? " …" : ""}`
}

const order = Object.keys(brings)

const listed = (): readonly Row[] => [
  ["Family", "Upstream formats", "Ids it claims", "Variables", "What it brings in line"],
  ...Object.values(families)
    .map(({ listing }) => listing)
    .toSorted((a, b) => order.indexOf(a.family) - order.indexOf(b.family))
    .map(({ family, format, formats = [], models, environment }) => [
      code(family),
      [format, ...formats].map(code).join(", "),
      claims(models),
      environment === undefined ? "none" : `${code(environment.key)}, ${code(environment.url)}`,
      brings[family] ?? ""
    ])
]

/** Which requests to models of a family go out in one format alone, whatever their clients speak. */
const alone: Readonly<Record<string, string>> = {
  openai: `${code("responses")}: all of ${inResponsesAlone.map(code).join(", ")}; functions beside thinking of ${[
    ...gptModels
  ]
    .flatMap(([id, { functionsWithoutThinking }]) => (functionsWithoutThinking === true ? [code(id)] : []))
    .join(", ")} and of later generations. ${code("chat-completions")}: several answers, speech`
}

const ids: readonly string[] = [chatCompletions, messages, generateContent].map(({ id }) => id)

/** Families that chat, in the order of their table. */
const chatting = Object.values(families)
  .map(({ listing }) => listing)
  .filter(({ format }) => ids.includes(format))
  .toSorted((a, b) => order.indexOf(a.family) - order.indexOf(b.family))

const called = (): readonly Row[] => [
  ["Family", "Called in where nothing is said", "What `format` may say", "What goes in one alone"],
  ...chatting.map(({ family, format, formats = [] }) => {
    const untold = familyNames.filter((name) => name === family).flatMap(untoldFormats)
    const all = [format, ...formats].map(code)
    return [
      code(family),
      untold.map(code).join(" and "),
      all.length === 1 ? `${all[0] ?? ""} alone` : `${all.join(", ")}, or both`,
      untold.length > 1 ? (alone[family] ?? "nothing") : "all"
    ]
  })
]

const isReason = (name: string): name is ErrorReason => Object.hasOwn(statusOf, name)

const errors = (): readonly Row[] => [
  ["Reason", "Status", "OpenAI type (code)", "Anthropic type", "Google status"],
  ...Object.keys(statusOf)
    .filter(isReason)
    .toSorted((a, b) => statusOf[a] - statusOf[b])
    .map(toldBy)
]

/** What the chat formats make of a reason. */
const toldBy = (reason: ErrorReason): Row => {
  const told = ({ id, encodeError }: ChatFormat) => {
    const { status, body } = encodeError(new GatewayError(reason, "a message"))
    return { id, status, ...JSON.parse(body.text) }
  }
  const chat = told(chatCompletions)
  const message = told(messages)
  const content = told(generateContent)
  const others = [message, content].filter(({ status }) => status !== chat.status)
  return [
    reason,
    [chat.status, ...others.map(({ id, status }) => `${id} ${status}`)].join(", "),
    chat.error.code === null ? code(chat.error.type) : `${code(chat.error.type)} (${code(chat.error.code)})`,
    code(message.error.type),
    code(content.error.status)
  ]
}

const memberOf = ({ path, prefix }: ModelMember): string =>
  code(path.slice(1)) + (prefix === undefined ? "" : ` (${code(prefix)} …)`)

/** The sites that describe members, each with the first of its pages. */
const sitesOf = (members: readonly ModelMember[]): string => {
  const pages = members.map(({ source }) => [new URL(source).host, source] as const).toReversed()
  const sites = [...new Map(pages)].toReversed()
  return sites.map(([host, page]) => `[${host}](${page})`).join(", ")
}

/** What is looked at in bodies of every format, which each of their lists has, too. */
const everywhere: ReadonlySet<ModelMember> = new Set(gatewayMembers)

const namedBy: Readonly<Record<string, readonly ModelMember[]>> = {
  "`chat-completions`": chatNaming.members,
  "`messages`": messagesNaming.members,
  "`generate-content`": contentNaming.members,
  "all others": anyNaming.members,
  "all, on the top level and in `extra_body`": gatewayMembers.filter(({ path }) => !path.startsWith("/extra_body/"))
}

const needs = { model: "each model that it names", choice: "`routing`" } as const

const namers = (): readonly Row[] => [
  ["Bodies of", "Members", "The key needs", "Described at"],
  ...Object.entries(namedBy).flatMap(([bodies, members]) =>
    (["model", "choice"] as const).flatMap((decides) => {
      const isShared = bodies.startsWith("all, ")
      const own = members.filter((it) => it.decides === decides && (isShared || !everywhere.has(it)))
      return own.length === 0 ? [] : [[bodies, own.map(memberOf).join(", "), needs[decides], sitesOf(own)]]
    })
  )
]

const tables: Readonly<Record<string, () => readonly string[]>> = {
  "Endpoints and formats": () => table(endpoints()),
  "Models that a body names": () => table(namers()),
  Families: () => table(listed()),
  "Formats of calls": () => table(called()),
  Errors: () => table(errors()),
  Notes: totals
}

/** A page in which the last table of each section that is printed from code is printed anew. */
export const printed = (page: string): string =>
  Object.entries(tables).reduce((text, [heading, lines]) => {
    const from = text.indexOf(`\n## ${heading}\n`)
    const next = text.indexOf("\n## ", from + 1)
    const section = text.slice(from, next)
    const at = [...section.matchAll(/(?:^\|.*\n)+/gm)].at(-1)
    if (from < 0 || at === undefined) throw new Error(`The section ${heading} has no table.`)
    const end = at.index + at[0].length
    return `${text.slice(0, from)}${section.slice(0, at.index)}${lines().join("\n")}\n${section.slice(end)}${text.slice(next)}`
  }, page)
