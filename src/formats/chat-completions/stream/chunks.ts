import type { Response } from "../../../words/chat/chat.ts"
import type { Stamp } from "../../../words/format.ts"
import type { Frame } from "../../../words/framing/framing.ts"
import { type Tree, write } from "../../../words/json/json.ts"
import type { Out } from "../../../words/out.ts"
import { ownNative } from "../native.ts"

/** Prints the chunks of one answer: what all of them say is printed once. */
export class Chunks {
  #head = ""
  /** The beginning of a chunk of {@link #candidate}, up to its delta. */
  #open = ""
  #candidate = 0
  readonly #tail: string
  /** The end of a chunk behind its delta, where the choice goes on. */
  readonly #rest: string
  readonly #begun = new Set<number>()

  /** `usage`: the client asked for it, so that every chunk has the member. */
  constructor(usage: boolean) {
    this.#tail = usage ? `,"usage":null}` : "}"
    this.#rest = `,"finish_reason":null}]${this.#tail}`
  }

  /** Sets what every chunk says of the answer. */
  head(response: Omit<Response, "candidates" | "usage">, stamp: Stamp): void {
    const out: Out = {
      id: response.id ?? stamp.id,
      object: "chat.completion.chunk",
      created: response.created ?? stamp.created,
      model: response.model ?? stamp.model,
      service_tier: response.tier
    }
    for (const [key, value] of ownNative(response)?.rest ?? []) if (value.text !== "null") out[key] = value
    this.#head = write(out).slice(0, -1)
    this.#turnTo(this.#candidate)
  }

  #turnTo(candidate: number): void {
    this.#candidate = candidate
    this.#open = `${this.#head},"choices":[{"index":${candidate},"delta":`
  }

  /** Whether nothing was said of a candidate yet. */
  isNew(candidate: number): boolean {
    return !this.#begun.has(candidate)
  }

  /** The first chunk of a candidate. */
  role(candidate: number): Frame {
    this.#begun.add(candidate)
    return this.#choice(candidate, `{"role":"assistant","content":""}`)
  }

  /** A chunk with one choice's delta. */
  delta(candidate: number, delta: Tree): Frame {
    return this.#choice(candidate, write(delta))
  }

  /** A chunk with one member of one choice's delta: the most frequent of all. */
  text(candidate: number, key: string, text: string): Frame {
    return this.#choice(candidate, `{"${key}":${JSON.stringify(text)}}`)
  }

  /** A chunk with more input of the call at a place: the second most frequent. */
  input(candidate: number, place: number, custom: boolean, text: string): Frame {
    const body = custom ? `"custom":{"input":` : `"function":{"arguments":`
    return this.#choice(candidate, `{"tool_calls":[{"index":${place},${body}${JSON.stringify(text)}}}]}`)
  }

  /** A chunk that ends a choice. */
  finish(candidate: number, word: string): Frame {
    const choice = `{"index":${candidate},"delta":{},"finish_reason":${JSON.stringify(word)}}`
    return { data: `${this.#head},"choices":[${choice}]${this.#tail}` }
  }

  /** A chunk with what a choice says besides its delta. */
  beside(candidate: number, members: Tree): Frame {
    const more = write(members).slice(1, -1)
    const choice = `{"index":${candidate},"delta":{},${more === "" ? "" : `${more},`}"finish_reason":null}`
    return { data: `${this.#head},"choices":[${choice}]${this.#tail}` }
  }

  /** The chunk of token counts. */
  usage(usage: Tree): Frame {
    return { data: `${this.#head},"choices":[],"usage":${write(usage)}}` }
  }

  #choice(candidate: number, delta: string): Frame {
    if (candidate !== this.#candidate) this.#turnTo(candidate)
    return { data: this.#open + delta + this.#rest }
  }
}
