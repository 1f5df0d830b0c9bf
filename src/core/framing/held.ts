import { GatewayError } from "../errors/error.ts"
import { JsonText } from "../json/json.ts"

/**
 * The most that a machine keeps of a stream for what may come later, in UTF-16 code units: what is kept is read again at
 * once, such as the input of a call. It is more than a model writes in an answer of 128,000 tokens.
 */
export const mostHeld = 2 * 1024 * 1024

/** What a thing of its own counts besides its texts, such as a part, a candidate or a citation. */
export const itemWeight = 512

/** What a piece of text counts besides its characters, where it is kept as it came. */
export const pieceWeight = 64

/** The code of a stream of which more must be kept than is allowed. */
export const heldTooLarge = "upstream_stream_too_large"

/** Counts what a machine keeps of a stream, in UTF-16 code units, so that a stream without an end has one. */
export class HeldCounter {
  readonly #most: number
  #units = 0

  constructor(most = mostHeld) {
    this.#most = most
  }

  /** Something is kept. */
  add(units: number): void {
    this.#units += units
  }

  /** Something takes the place of what was kept. */
  replace(before: unknown, now: unknown): void {
    this.#units += (now === undefined ? 0 : weightOf(now)) - (before === undefined ? 0 : weightOf(before))
  }

  /** Something is let go. */
  release(units: number): void {
    this.#units -= units
  }

  /** Why no more may be kept; undefined as long as it may. */
  get error(): GatewayError | undefined {
    if (this.#units <= this.#most) return undefined
    const message = `More than ${this.#most} characters of the upstream's stream would have to be buffered until its end.`
    return new GatewayError("UpstreamFailed", message, { code: heldTooLarge })
  }
}

/** What a member or an item counts besides its text. */
const node = 32

/** What characters count that are kept and never read again, such as the bytes of media. */
export const unreadWeight = (text: string): number => text.length / 8

/** What a value counts that is kept: its texts, and something for each object, item and member. */
export const weightOf = (value: unknown): number => {
  let units = itemWeight
  const left: unknown[] = [value]
  while (left.length > 0) {
    const one = left.pop()
    units += node
    if (typeof one === "string") units += one.length
    else if (one instanceof JsonText) units += one.text.length
    else if (typeof one === "object" && one !== null) {
      const inside = one instanceof Map ? [...one.keys(), ...one.values()] : Object.values(one)
      for (const item of inside) left.push(item)
      if (isBase64(one)) units += unreadWeight(one.data) - one.data.length
    }
  }
  return units
}

/** Whether a value holds media in base64, in a chat's members or in those of a vendor. */
const isBase64 = (value: object): value is { readonly data: string } =>
  "data" in value &&
  typeof value.data === "string" &&
  (("kind" in value && value.kind === "base64") || ("type" in value && value.type === "base64"))

/** How many pieces are joined at once: a string that grows by `+=` keeps every piece, and what it was cut from. */
const batch = 256

/** Text that comes in pieces. */
export class TextBuffer {
  #joined: string[] = []
  #pieces: string[] = []
  #length = 0

  /** In UTF-16 code units. */
  get length(): number {
    return this.#length
  }

  add(piece: string): void {
    this.#length += piece.length
    if (this.#pieces.push(piece) < batch) return
    if (this.#joined.push(this.#pieces.join("")) >= batch) this.#joined = [this.#joined.join("")]
    this.#pieces = []
  }

  /** All of it. */
  get text(): string {
    const text = [...this.#joined, ...this.#pieces].join("")
    this.#joined = text === "" ? [] : [text]
    this.#pieces = []
    return text
  }
}

/** A text that is no slice of another one, which would be kept with it. */
export const copyText = (text: string): string => ` ${text}`.slice(1)
