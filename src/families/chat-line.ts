import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { ChatModel, ChatModels } from "../capabilities/chat-models.ts"
import { fits } from "../credentials/principal.ts"
import { type Clocks, Upstream, type UpstreamRequest } from "../upstream/upstream.ts"
import type { Call, Edit, Format, Target } from "../words/format.ts"
import type { ModelId } from "../words/model-id.ts"
import type { Translated } from "../words/note.ts"
import type { Thinking } from "../words/thinking.ts"
import { type Catalogue, rulesOf } from "./catalogue.ts"
import { type ChatLine, type Family, family, type Wanted } from "./family.ts"

/** How an upstream of a family is reached. */
export interface ChatOptions {
  /** The vendor's key. It is sent in a header and stands nowhere else. */
  readonly key: string | Redacted.Redacted
  /** The base URL, as the vendor's own SDK takes it. */
  readonly url?: string
  /** Globs over the ids that are served where no route says otherwise; absent: those that look like the vendor's. */
  readonly models?: readonly string[]
  /** The name by which routes mean this upstream; absent: the family's name. */
  readonly upstreamName?: string
  /** How long this upstream may take, where that differs from the limits of all, in milliseconds. */
  readonly clocks?: Partial<Clocks>
}

/** What sets one family's chat models apart from another's. */
export interface ChatDifferences<Rules> {
  readonly family: string
  readonly format: Format
  readonly catalogue: Catalogue<Rules>
  /** Globs over ids that look like the vendor's. */
  readonly models: readonly string[]
  /** The vendor's own base URL. */
  readonly url: string
  readonly takesStreamUsage: boolean
  /** What an encoder must know. No rules: nothing is known of the model, and nothing is taken from a request. */
  readonly target: (rules: Rules | undefined) => Omit<Target, "model">
  /** Splits an id that the catalogue does not list from the thinking that it asks for; absent: ids are whole. */
  readonly parse?: (id: string) => ModelId
  /** What a body is changed by; `thinking` is what the id asks for. */
  readonly edits: (call: Call, rules: Rules | undefined, thinking: Thinking | undefined) => Translated<readonly Edit[]>
  /** Where a call goes, below the base URL. */
  readonly path: (call: Call) => string
  /** The headers of a call, the key among them. */
  readonly headers: (call: Call, key: string) => UpstreamRequest["headers"]
  /** Whether a call asks the model to think. */
  readonly thinks: (call: Call) => boolean
}

/** The Layer of a family that serves chat alone. */
export const chatFamily = <Rules>(
  differences: ChatDifferences<Rules>,
  options: ChatOptions
): Layer.Layer<Family<ChatModels>, never, Upstream> =>
  family(Effect.map(Upstream, (upstream) => ({ chat: chatLine(differences, options, upstream) })))

const chatLine = <Rules>(it: ChatDifferences<Rules>, options: ChatOptions, upstream: Upstream["Service"]): ChatLine => {
  const claims = fits(options.models ?? it.models)
  const request = requestTo(it, options)
  const parsed = (id: string): ModelId => (it.catalogue.has(id) ? { id } : (it.parse?.(id) ?? { id }))
  const model = ({ id, model: named = id, like }: Wanted): ChatModel => {
    const { id: sent, thinking } = parsed(named)
    const rules = rulesOf(it.catalogue, like ?? sent)
    return {
      id,
      family: it.family,
      format: it.format,
      target: { ...it.target(rules), model: sent },
      edits: (call) => it.edits(call, rules, thinking),
      takesStreamUsage: it.takesStreamUsage,
      request,
      upstream
    }
  }
  return {
    upstream: options.upstreamName ?? it.family,
    serves: (id) => claims(id) || claims(parsed(id).id),
    model,
    ids: [...it.catalogue.keys()].filter(claims)
  }
}

const requestTo = <Rules>(it: ChatDifferences<Rules>, options: ChatOptions): ChatModel["request"] => {
  const url = (options.url ?? it.url).replace(/\/+$/, "")
  const key = typeof options.key === "string" ? options.key : Redacted.value(options.key)
  return (call) => ({
    method: "POST",
    url: url + it.path(call),
    headers: { accept: "application/json", "content-type": "application/json", ...it.headers(call, key) },
    body: call.body.text,
    ...(call.stream && it.thinks(call) ? { thinks: true } : {}),
    ...(options.clocks === undefined ? {} : { clocks: options.clocks })
  })
}
