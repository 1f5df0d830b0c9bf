import type { Route } from "../../families/resolve-model.ts"
import { formatOf } from "../../config/known-families.ts"

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
