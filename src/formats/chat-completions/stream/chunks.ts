import type { Response } from "../../../words/chat.ts"
import type { Stamp } from "../../../words/format.ts"
import type { Frame } from "../../../words/framing.ts"
import { type Tree, write } from "../../../words/json.ts"
import { type Members, ownNative } from "../native.ts"

/** Prints the chunks of one answer: what all of them say is printed once. */
export class Chunks {
  #head = ""
  readonly #tail: string
  readonly #begun = new Set<number>()

  /** `usage`: the client asked for it, so that every chunk has the member. */
  constructor(usage: boolean) {
    this.#tail = usage ? `,"usage":null}` : "}"
  }

  /** Sets what every chunk says of the answer. */
  head(response: Omit<Response, "candidates" | "usage">, stamp: Stamp): void {
    const out: Members = {
      id: response.id ?? stamp.id,
      object: "chat.completion.chunk",
      created: response.created ?? stamp.created,
      model: response.model ?? stamp.model,
      service_tier: response.tier
    }
    for (const [key, value] of ownNative(response)?.rest ?? []) if (value.text !== "null") out[key] = value
    this.#head = write(out).slice(0, -1)
  }

  /** Whether nothing was said of a candidate yet. */
  isNew(candidate: number): boolean {
    return !this.#begun.has(candidate)
  }

  /** The first chunk of a candidate. */
  role(candidate: number): Frame {
    this.#begun.add(candidate)
    return this.#choice(candidate, `{"role":"assistant","content":""}`, "null")
  }

  /** A chunk with one choice's delta. */
  delta(candidate: number, delta: Tree): Frame {
    return this.#choice(candidate, write(delta), "null")
  }

  /** A chunk with one member of one choice's delta: the most frequent of all. */
  text(candidate: number, key: string, text: string): Frame {
    return this.#choice(candidate, `{"${key}":${JSON.stringify(text)}}`, "null")
  }

  /** A chunk that ends a choice. */
  finish(candidate: number, word: string): Frame {
    return this.#choice(candidate, "{}", JSON.stringify(word))
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

  #choice(candidate: number, delta: string, finish: string): Frame {
    return {
      data: `${this.#head},"choices":[{"index":${candidate},"delta":${delta},"finish_reason":${finish}}]${this.#tail}`
    }
  }
}
