import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { GatewayError } from "../core/errors/error.ts"
import type { ItemRuns } from "./runs.ts"

/** An answer that is kept, and what it was an answer to. Items and the answer are texts of JSON. */
export interface StoredResponse {
  /** The id that its client was told. */
  readonly id: string
  /** The response that it goes on from. */
  readonly previous?: string
  /** The items of its own request, without those of the responses before it. */
  readonly input: readonly string[]
  /** Which upstream gave the answer: its sealed thoughts go back to no other. */
  readonly issuer?: string
  /** The model that its client asked for, where the model's vendor says that it keeps the answer, too. */
  readonly model?: string
  /** The whole answer, with its items under `output`. */
  readonly answer: string
}

/** The same as it is to be kept: its items as texts, or as runs of them that were made elsewhere. */
export interface ResponseToStore extends Omit<StoredResponse, "input" | "answer"> {
  readonly input: StoredResponse["input"] | ItemRuns
  /** The whole answer; one in bytes is UTF-8. */
  readonly answer: string | Uint8Array
  /** The ids of its items, where they were found already. */
  readonly items?: readonly string[]
}

/** An item of an answer that is kept, as a text of JSON, and which upstream gave it. */
export interface StoredItem extends Pick<StoredResponse, "issuer"> {
  readonly text: string
}

/**
 * Keeps answers so that their owner can go on from them, or read them again. To everybody else an id is unknown. Where
 * the store cannot be reached it fails as `Overloaded`, and works again by itself.
 */
export class ResponseStore extends Context.Service<
  ResponseStore,
  {
    /** Keeps an answer; done once it can be had again. */
    readonly put: (owner: string, response: ResponseToStore) => Effect.Effect<void, GatewayError>
    /** An owner's answer; undefined where there is none, where it is another's, and where some of it was let go. */
    readonly get: (owner: string, id: string) => Effect.Effect<StoredResponse | undefined, GatewayError>
    /** The items of an owner's answers that have these ids, as far as they are there. */
    readonly items: (
      owner: string,
      ids: readonly string[]
    ) => Effect.Effect<ReadonlyMap<string, StoredItem>, GatewayError>
    /** Forgets an owner's answer, and what its items are called; whether it was there. */
    readonly remove: (owner: string, id: string) => Effect.Effect<boolean, GatewayError>
  }
>()("isogloss/ResponseStore") {}
