import * as Context from "effect/Context"
import type { Model, Models } from "../capabilities/models.ts"
import { succeed } from "../core/errors/invalid.ts"
import type { JsonText } from "../core/json/json.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import { anyNaming } from "../core/naming/gateways.ts"
import type { NamedModel } from "../core/naming/named.ts"
import type { TranslationNote } from "../core/notes/note.ts"
import type { Fetched, Needed } from "./fetch-media.ts"
import { keptOf } from "./kept-notes.ts"
import { type Failed, failedOf, type Job, type Steps } from "./offload.ts"
import { namedBy } from "./open.ts"

/** What a request is read of: its bytes, and beside them what is plain and short. */
export interface Given {
  readonly body: Uint8Array
}

/** What a request of an endpoint whose answers are whole says, as far as the way to its model needs it. */
export interface Wanted {
  /** The id that the client asks for. */
  readonly model: string
  /** What was found while it was read. */
  readonly notes: readonly TranslationNote[]
  /** The client's body, a form as the body that says the same. */
  readonly body: JsonText
}

/** A call as far as its address depends on it, and the type of its body; absent: JSON. */
export interface Address<Call> {
  readonly call: Call
  readonly contentType?: string
}

/** The calls of a request, and what their answers need: plain data, so that it can be made anywhere. */
export interface Written<Call, State> {
  readonly notes: readonly TranslationNote[]
  /** What is sent says of which model works, in the client's places. */
  readonly named: readonly NamedModel[]
  readonly calls: readonly Address<Call>[]
  /** What each call sends; none as long as something is needed. */
  readonly bodies: readonly (string | Uint8Array)[]
  /** URLs whose bytes must be had before anything is sent. */
  readonly needs: readonly Needed[]
  /** Where the client wrote the members of what is sent, where that is not where they stand. */
  readonly places?: ReadonlyMap<JsonPointer, JsonPointer>
  readonly state: State
}

/** How an endpoint reads its requests and writes its calls. */
export interface Writing<G extends Given, Asked extends Wanted, M extends Model, Key, Call, State> {
  readonly endpoint: string
  readonly models: Context.Key<Key, Models<M>>
  readonly read: (given: G) => Steps<Asked>
  /** What is sent to a model; what speaks against it is found before anything is called. */
  readonly write: (asked: Asked, model: M, media: Fetched) => Steps<Written<Call, State>>
}

/** What calls are written of, and the bytes of what the body names by URLs, as far as they were found to be needed. */
export interface Preparing<G extends Given> {
  readonly given: G
  readonly media: Fetched
}

/** What a request asks, and what came of writing its calls; absent where no family knows the model. */
export interface Preparation<Call, State> {
  readonly model: string
  readonly written?: Written<Call, State> | Failed
  /** The bytes of the body, to be read again with what is needed. */
  readonly body?: Uint8Array
}

/** All of a request that can be done before anybody is asked: who may use the model is not known here. */
export const preparing = <G extends Given, Asked extends Wanted, M extends Model, Key, Call, State>({
  endpoint,
  models,
  read,
  write
}: Writing<G, Asked, M, Key, Call, State>): Job<Preparing<G>, Preparation<Call, State>, Key> => ({
  name: `${endpoint}/prepare`,
  *run({ given, media }, services) {
    const asked = yield* read(given)
    if (!asked.ok) return asked
    yield
    const named = namedBy(anyNaming, asked.value.body)
    if (!named.ok) return named
    const { model: id, notes } = asked.value
    const model = Context.get(services, models).find(id)
    if (model === undefined) return succeed({ model: id })
    const written = yield* write(asked.value, model, media)
    if (!written.ok) return succeed({ model: id, written: failedOf(written.error) })
    const prepared = { model: id, written: { ...written.value, notes: keptOf([...notes, ...written.value.notes]) } }
    return succeed(written.value.needs.length === 0 ? prepared : { ...prepared, body: given.body })
  }
})
