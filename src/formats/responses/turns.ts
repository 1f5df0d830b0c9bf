import { attachCarriers, type Carrier } from "../../core/chat/envelope.ts"
import type { ChatMessage, ContentPart } from "../../core/chat/chat.ts"
import type { StateRef } from "../../core/chat/node.ts"
import {
  type JsonObject,
  type JsonObjectBuilder,
  JsonText,
  type MutableDraft,
  putMember
} from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { IssueReader } from "../../core/reading/issue-reader.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { note } from "./rules.ts"
import { id } from "./wire.ts"

/** A conversation while its items are read. */
export class Turns {
  readonly messages: ChatMessage[] = []
  readonly refs: StateRef[] = []
  readonly toolItems: ObjectReader[] = []
  readonly reader: IssueReader
  #parts: ContentPart[] = []
  #carriers: Carrier[] = []
  #at: JsonPointer | undefined
  /** What the turn's messages say besides their parts, by the place of the first part of each. */
  #heads: Map<string, JsonText> | undefined
  /** What the conversation ends with, where the vendor's models alone can go on from it. */
  awaiting: StateRef | undefined

  constructor(reader: IssueReader) {
    this.reader = reader
  }

  /** Parts of the assistant's turn. */
  say(at: JsonPointer, ...parts: readonly ContentPart[]): void {
    this.#at ??= at
    for (const part of parts) this.#parts.push(part)
  }

  /** A message of the assistant's turn: an item of its own, which the vendor is told again as it was. */
  sayMessage(at: JsonPointer, item: JsonObject, parts: readonly ContentPart[]): void {
    this.#heads ??= new Map()
    this.#heads.set(String(this.#parts.length), headOf(item))
    this.say(at, ...parts)
  }

  /** Bytes that stand beside the part that they cover. */
  carry(carrier: Omit<Carrier, "before">): void {
    this.#at ??= carrier.at
    this.#carriers.push({ ...carrier, before: this.#parts.length })
  }

  /** A message of another turn. */
  tell(message: ChatMessage): void {
    this.close()
    this.messages.push(message)
  }

  /** Ends the assistant's turn. */
  close(): void {
    if (this.#at === undefined) return
    const parts = attachCarriers(this.#parts, this.#carriers, (at) => note(this.reader, "opaque-mismatch", at))
    const message: MutableDraft<ChatMessage> = { role: "assistant", parts, at: this.#at }
    if (this.#heads !== undefined) message.native = { format: id, consumed: this.#heads }
    this.messages.push(message)
    this.#heads = undefined
    this.#parts = []
    this.#carriers = []
    this.#at = undefined
  }
}

/** What an item says besides its parts; of its content, whether it is a text. */
const headOf = (item: JsonObject): JsonText => {
  const words: { [key: string]: string } = {}
  for (const key of Object.keys(item)) {
    const value = item[key]
    if (typeof value === "string") putMember(words, key, key === "content" ? "" : value)
    else if (key !== "content") return unusualHead(item)
  }
  return JsonText.of(words)
}

const unusualHead = (item: JsonObject): JsonText => {
  const head: JsonObjectBuilder = {}
  for (const key of Object.keys(item)) {
    if (key !== "content") putMember(head, key, JsonText.member(item, key))
    else if (typeof item["content"] === "string") head["content"] = ""
  }
  return JsonText.tree(head)
}
