import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { ChatModel, ChatModels } from "../capabilities/chat-models.ts"
import { fits } from "../credentials/principal.ts"
import { type Clocks, Upstream, type UpstreamRequest } from "../upstream/upstream.ts"
import type { Call, Edit, Format, Target } from "../words/format.ts"
import type { Translated } from "../words/note.ts"
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
  readonly edits: (call: Call, rules: Rules | undefined) => Translated<readonly Edit[]>
  /** Where calls go, below the base URL. */
  readonly path: string
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
  const model = ({ id, model: sent = id, like }: Wanted): ChatModel => {
    const rules = rulesOf(it.catalogue, like ?? sent)
    return {
      id,
      family: it.family,
      format: it.format,
      target: { ...it.target(rules), model: sent },
      edits: (call) => it.edits(call, rules),
      takesStreamUsage: it.takesStreamUsage,
      request,
      upstream
    }
  }
  return {
    upstream: options.upstreamName ?? it.family,
    serves: claims,
    model,
    ids: [...it.catalogue.keys()].filter(claims)
  }
}

const requestTo = <Rules>(it: ChatDifferences<Rules>, options: ChatOptions): ChatModel["request"] => {
  const url = (options.url ?? it.url).replace(/\/+$/, "") + it.path
  const key = typeof options.key === "string" ? options.key : Redacted.value(options.key)
  return (call) => ({
    method: "POST",
    url,
    headers: { accept: "application/json", "content-type": "application/json", ...it.headers(call, key) },
    body: call.body.text,
    ...(call.stream && it.thinks(call) ? { thinks: true } : {}),
    ...(options.clocks === undefined ? {} : { clocks: options.clocks })
  })
}
