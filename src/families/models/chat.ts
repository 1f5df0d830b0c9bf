import * as Effect from "effect/Effect"
import type { Acceptance, ChatModel, ChatModels } from "../../capabilities/models.ts"
import { Upstream, type UpstreamRequest } from "../../upstream/upstream.ts"
import type { ChatRequest } from "../../core/chat/chat.ts"
import type { WireRequest, BodyEdit, RequestTarget, UpstreamFormat } from "../../core/format.ts"
import { anyNaming } from "../../core/naming/gateways.ts"
import type { ModelNaming } from "../../core/naming/naming.ts"
import type { Translated, TranslationNote, NoteRules } from "../../core/notes/note.ts"
import type { ThinkingConfig } from "../../core/chat/thinking.ts"
import type { ChatLine, FamilyLayer } from "../family.ts"
import { family } from "../model-registry.ts"
import {
  type CatalogueModel,
  type FamilyOptions,
  jsonHeaders,
  keyOf,
  type LineProfile,
  modelLine,
  noOptions,
  upstreamOptions,
  urlBelow
} from "./line.ts"
import type { JsonTemplate, JsonObject } from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"

/** What sets one family's chat models apart from another's. */
export interface ChatProfile<Rules> extends LineProfile<Rules> {
  readonly format: UpstreamFormat
  /** How bodies decide which model works; absent: as in any format that is known. */
  readonly naming?: ModelNaming
  /** The vendor's own base URL. */
  readonly url: string
  readonly takesStreamUsage: boolean
  /** What an encoder must know. No rules: nothing is known of the model but what the id that is sent says. */
  readonly target: (rules: Rules | undefined, sent: string) => Omit<RequestTarget, "model">
  /** What a body is changed by; `thinking` is what the id asks for. */
  readonly edits: (
    call: WireRequest,
    rules: Rules | undefined,
    thinking: ThinkingConfig | undefined
  ) => Translated<readonly BodyEdit[]>
  /** Whether the edits look into lists for nothing but what the format's `unread` names. */
  readonly leavesLists?: boolean
  /** Where a call goes, below the base URL. */
  readonly path: (call: WireRequest) => string
  /** The headers of a call, the key among them. */
  readonly headers: (call: WireRequest, key: string) => UpstreamRequest["headers"]
  /** Where an answer is that the vendor keeps, below the base URL, and the headers that are sent there; absent: it keeps none. */
  readonly kept?: (id: string, key: string) => { readonly path: string; readonly headers: UpstreamRequest["headers"] }
  /** Whether a call asks the model to think. */
  readonly thinks: (call: WireRequest) => boolean
  /** The same models where they are called in another format, too; absent: they are called in this one alone. */
  readonly also?: ChatProfile<Rules>
  /** How a model takes a request in this format. Absent: any as it is. */
  readonly takes?: (request: ChatRequest, model: CatalogueModel<Rules>) => Acceptance
}

/** The Layer of a family that serves chat alone. */
export const chatFamily = <Rules>(differences: ChatProfile<Rules>, options: FamilyOptions): FamilyLayer<ChatModels> =>
  family(Effect.map(Upstream, (upstream) => ({ chat: chatLine(differences, options, upstream) })))

/** The chat models of a family at one upstream. */
export const chatLine = <Rules>(
  profile: ChatProfile<Rules>,
  given: FamilyOptions | null | undefined,
  upstream: Upstream["Service"]
): ChatLine => {
  const options = given ?? noOptions
  return modelLine(profile, options, modelMaker(profile, options, upstream))
}

/** What makes a model of what is known of it, in each format that it is called in. */
const modelMaker = <Rules>(
  profile: ChatProfile<Rules>,
  options: FamilyOptions,
  upstream: Upstream["Service"]
): ((known: CatalogueModel<Rules>) => ChatModel) => {
  const request = requestTo(profile, options)
  const keyed = keyedBy(profile.url, options)
  const { also, takes, kept } = profile
  const forget = kept && ((id: string) => keyed(deletionOf(kept(id, keyPlace), urlBelow(options, profile.url))))
  const other = also && modelMaker(also, options, upstream)
  return (known) => ({
    id: known.id,
    family: profile.family,
    format: profile.format,
    target: { ...profile.target(known.rules, known.sent), model: known.sent },
    naming: profile.naming ?? anyNaming,
    edits: (call) => profile.edits(call, known.rules, known.thinking),
    ...(profile.leavesLists === true && { leavesLists: true }),
    takesStreamUsage: profile.takesStreamUsage,
    request,
    keyed,
    ...(forget && { forget }),
    upstream,
    issuer: options.upstreamName ?? urlBelow(options, profile.url)(""),
    ...(other && { also: other(known) }),
    ...(takes && { takes: (body) => takes(body, known) })
  })
}

/** Stands for the key in a request that is not sent yet. No header that a client writes can hold it. */
const keyPlace = "\u0000"

const requestTo = <Rules>(profile: ChatProfile<Rules>, options: FamilyOptions): ChatModel["request"] => {
  const url = urlBelow(options, profile.url)
  return (call) => ({
    method: "POST",
    url: url(profile.path(call)),
    headers: { ...jsonHeaders, ...profile.headers(call, keyPlace) },
    body: call.body.text,
    ...(call.stream && profile.thinks(call) ? { thinks: true } : {})
  })
}

/** What deletes what an address holds. */
const deletionOf = (
  { path, headers }: ReturnType<NonNullable<ChatProfile<never>["kept"]>>,
  url: (path: string) => string
): UpstreamRequest => ({ method: "DELETE", url: url(path), headers })

const keyedBy = (base: string, options: FamilyOptions): NonNullable<ChatModel["keyed"]> => {
  const home = urlBelow(options, base)("/")
  const always = upstreamOptions(options)
  return (request) => {
    if (!request.url.startsWith(home)) return undefined
    const key = keyOf(options)
    const headers: Record<string, string> = {}
    for (const name in request.headers) headers[name] = withKey(request.headers[name] ?? "", key)
    return { ...request, headers, ...always }
  }
}

const withKey = (value: string, key: string): string =>
  value.includes(keyPlace) ? value.replace(keyPlace, () => key) : value

/** Edits as a family finds them, each with its note. */
export class BodyEditor<Key extends string> {
  readonly #rules: NoteRules<Key>
  readonly #edits: BodyEdit[] = []
  readonly #notes: TranslationNote[] = []

  constructor(rules: NoteRules<Key>) {
    this.#rules = rules
  }

  /** Changes a member for reasons that are noted apart; without a value it is taken out. */
  change(path: JsonPointer, value?: JsonTemplate): void {
    this.#edits.push(value === undefined ? { path } : { path, value })
  }

  /** Notes why members at or below a place were changed. */
  note(path: JsonPointer, why: Key): void {
    this.#notes.push(this.#rules.note(why, path))
  }

  /** Replaces or adds a member. `from`: the client's member that it follows from, where that is another. */
  set(path: JsonPointer, value: JsonTemplate, why: Key, from: JsonPointer = path): void {
    this.#edits.push({ path, value })
    this.#notes.push(this.#rules.note(why, from, from === path ? {} : { target: path }))
  }

  /** Takes a member out. */
  remove(path: JsonPointer, why: Key): void {
    this.change(path)
    this.note(path, why)
  }

  /** Moves a member to another name. */
  rename(path: JsonPointer, target: JsonPointer, value: JsonTemplate, why: Key): void {
    this.#edits.push({ path }, { path: target, value })
    this.#notes.push(this.#rules.note(why, path, { target }))
  }

  /** What was found. */
  get result(): Translated<readonly BodyEdit[]> {
    return { value: this.#edits, notes: this.#notes }
  }
}

/** A call's body where it is at hand, or its text mentions one of these members; undefined elsewhere, without reading it. */
export const bodyWith = ({ body }: WireRequest, members: readonly string[]): JsonObject | undefined =>
  body.isRead || members.some((member) => body.text.includes(`"${member}"`)) ? body.object : undefined
