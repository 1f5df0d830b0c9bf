import type { Configuration } from "../../config/configuration.ts"
import { ownName, revealSecret } from "../../credentials/credentials.ts"
import { type StorePlaces, shownOf } from "./stores.ts"
import type { Route } from "../../families/model-registry.ts"
import { formatOf } from "../../config/known-families.ts"

/** The most model ids of one family that are printed. */
const shown = 6

/** What is told of a gateway that has begun to listen: where, what, and commands that work when pasted. */
export const bannerText = (
  url: string,
  configuration: Configuration,
  places: StorePlaces,
  models: readonly AnnouncedModel[]
): string =>
  [
    `isogloss listens on ${url}${isEverywhere(configuration.host) ? " and on every other address of this machine" : ""}`,
    "",
    "  formats  chat-completions  POST /v1/chat/completions",
    "           messages          POST /v1/messages, /v1/messages/count_tokens",
    "           responses         POST /v1/responses",
    "           generate-content  POST /v1beta/models/{model}:generateContent, :streamGenerateContent, :countTokens",
    "           embeddings        POST /v1/embeddings, /v1beta/models/{model}:embedContent, :batchEmbedContents",
    "           images            POST /v1/images/generations, /v1/images/edits",
    "           videos            POST /v1/video/generations, /v1/videos",
    "           rerank            POST /v1/rerank",
    "           lab               POST /prod-api/v3/auth/getToken, and what GET /openapi.json tells",
    ...families(models),
    `  tasks    ${keeping(places)}`,
    "",
    keyLine(configuration),
    ...configuration.remarks,
    "",
    ...commandsFor(models, { url, key: keyIn(configuration) }, configuration.routes),
    ""
  ].join("\n")

const keeping = ({ tasks, media }: StorePlaces): string => {
  if (tasks.kind === "memory" && media === undefined) return "in memory, with the videos: they end with this process"
  return `in ${shownOf(tasks)}, and their videos for 24 hours in ${media ?? "memory"}`
}

const families = (models: readonly AnnouncedModel[]): readonly string[] => {
  const byFamily = new Map<string, string[]>()
  for (const { id, owned_by } of models) byFamily.set(owned_by, [...(byFamily.get(owned_by) ?? []), id])
  const lines = [...byFamily].flatMap(([family, ids]) => [`${family}: ${listed(ids)}`])
  return lines.map((line, index) => `${index === 0 ? "  models   " : "           "}${line}`)
}

const listed = (ids: readonly string[]): string =>
  ids.slice(0, shown).join(", ") + (ids.length > shown ? `, and ${ids.length - shown} more (GET /v1/models)` : "")

const sandboxed = "No vendor is configured: this is the sandbox, on this machine alone"

const faults =
  "An id fails on purpose with an ending: -error-429, -error-500, -error-mid, -cut, -slow, -refuse, -filtered."

const keyLine = ({ keyOrigin, keys, upstreams }: Configuration): string => {
  switch (keyOrigin) {
    case "sandbox":
      return `${sandboxed}, with the key "sandbox".\n${faults}`
    case "made-for-this-run":
      return "No client keys are configured (ISOGLOSS_KEYS): only this machine is served, with a key made for this run."
    case "configured": {
      const how = `Set ISOGLOSS_KEY to ${namedKeys(keys)} for these commands:`
      return upstreams.length === 0 ? `${sandboxed}, with your keys.\n${faults}\n${how}` : how
    }
  }
}

/** Whose keys there are; a name that was made of a key tells nobody anything. */
const namedKeys = (keys: Configuration["keys"]): string => {
  const names = keys.filter(({ key, name }) => name !== ownName(revealSecret(key))).map(({ name }) => name)
  return names.length === 0 ? "one of your client keys" : `a key of ${names.join(", ")}`
}

/** A key as a command names it: one that was configured is never shown. */
const keyIn = ({ keyOrigin, keys }: Configuration): string =>
  keyOrigin === "configured" ? "$ISOGLOSS_KEY" : revealSecret(keys[0]?.key ?? "")

const everywhere: ReadonlySet<string> = new Set(["0.0.0.0", "::"])

/** Whether a host to listen on means all addresses of the machine. */
export const isEverywhere = (host: string): boolean => everywhere.has(host)

/** A model as the list of a running gateway names it. */
export interface AnnouncedModel {
  readonly id: string
  readonly owned_by: string
}

/** Where commands go, and the key that they name. */
interface Called {
  readonly url: string
  readonly key: string
}

/** Commands that work when pasted: three of chats, or where no model chats, one of what the first model does. */
export const commandsFor = (
  models: readonly AnnouncedModel[],
  called: Called,
  routes: readonly Route[] = []
): readonly string[] => {
  const chats = models.filter(({ owned_by: family }) => chatFormats.has(formatOf(family) ?? ""))
  const [chat] = chats
  if (chat !== undefined) return chatCommands(chats, chat, called)
  const [first] = models
  return first === undefined ? routed(routes, called) : [otherCommand(first, called)]
}

/** What is said of models that no list knows: those of an API of one's own, which routes alone name. */
const routed = (routes: readonly Route[], called: Called): readonly string[] => {
  if (routes.length === 0) return ["No model is served yet: name some under `models`."]
  const named = routes.find(({ match }) => !match.includes("*"))
  if (named !== undefined) return [chatCommand(named.match, called)]
  const fitting = routes.map(({ match }) => `\`${match}\``).join(", ")
  return [`Models that fit ${fitting} are served; no list knows their ids.`]
}

const chatFormats: ReadonlySet<string> = new Set(["chat-completions", "messages", "generate-content", "responses"])

const chatCommands = (
  models: readonly AnnouncedModel[],
  first: AnnouncedModel,
  { url, key }: Called
): readonly string[] => {
  const claude = ["claude-haiku-4-5", "claude-sonnet-4-5"]
  const chat = preferred(models, ["gpt-4o-mini", "gpt-4o", ...claude, "gemini-2.5-flash"]) ?? first.id
  const message = preferred(models, claude) ?? chat
  return [
    chatCommand(chat, { url, key }),
    curl(`${url}/v1/messages`, `x-api-key: ${key}`, `{"model":"${message}","max_tokens":100,${hello}}`),
    curl(
      `${url}/v1/messages`,
      `x-api-key: ${key}`,
      `{"model":"${chat}","max_tokens":100,"stream":true,${hello}}`,
      "-N "
    )
  ]
}

const hello = `"messages":[{"role":"user","content":"Hello"}]`

const chatCommand = (model: string, { url, key }: Called): string =>
  curl(`${url}/v1/chat/completions`, `authorization: Bearer ${key}`, `{"model":"${model}",${hello}}`)

const preferred = (models: readonly AnnouncedModel[], ids: readonly string[]): string | undefined =>
  ids.find((id) => models.some((model) => model.id === id))

const otherCommand = ({ id, owned_by: family }: AnnouncedModel, { url, key }: Called): string => {
  const { path, asking } = otherCalls.get(formatOf(family) ?? "") ?? video
  return curl(`${url}${path}`, `authorization: Bearer ${key}`, `{"model":"${id}",${asking}}`)
}

/** Where a model is asked for something, and what besides its id. */
interface OtherCall {
  readonly path: string
  readonly asking: string
}

const video: OtherCall = { path: "/v1/video/generations", asking: `"prompt":"Waves at night"` }

const image: OtherCall = { path: "/v1/images/generations", asking: `"prompt":"Waves at night"` }

const rerank: OtherCall = { path: "/v1/rerank", asking: `"query":"waves","documents":["sea","desert"]` }

const otherCalls: ReadonlyMap<string, OtherCall> = new Map([
  ["openai-images", image],
  ["ark-images", image],
  ["dashscope-images", image],
  ["cohere-rerank", rerank],
  ["rerank", rerank]
])

const curl = (url: string, header: string, body: string, flags = ""): string =>
  `  curl ${flags}-sS ${url} -H 'content-type: application/json' -H "${header}" -d '${body}'`
