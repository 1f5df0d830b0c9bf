import * as Formats from "../../../src/formats.ts"
import { translateStream } from "../../../src/translate.ts"
import type { Random } from "../../bench/random.ts"
import { corpus, type FormatId, formatIds } from "../corpus.ts"
import { mayBeWhole, streamFault } from "../frames.ts"
import { bytesOf, mutated, textOf } from "../mutate.ts"
import type { Case, Target } from "../target.ts"

const formats = {
  "chat-completions": Formats.chatCompletions,
  messages: Formats.messages,
  "generate-content": Formats.generateContent,
  responses: Formats.responses
}

const make = (random: Random): Case => {
  const from = random.pick(formatIds)
  const sound = corpus(from).streams(random)
  const bytes = bytesOf(mutated(sound, random))
  const length = random.between(0, 3) === 0 ? random.between(0, bytes.length) : bytes.length
  return {
    bytes: bytes.subarray(0, length),
    how: {
      from,
      to: random.pick(formatIds),
      piece: random.pick([1, 3, 17, 1000, 70_000]),
      broke: random.between(0, 2) === 0
    }
  }
}

/** A stream comes in this many pieces at most: each costs something, however small it is. */
const mostPieces = 2000

/** What a client is told of a vendor's stream that comes in pieces of so many bytes. */
const translated = (from: FormatId, to: FormatId, bytes: Uint8Array, piece: number, broke: boolean): string => {
  const machine = translateStream({ from: formats[from], to: formats[to] })
  let told = ""
  for (let at = 0; at < bytes.length; at += piece) told += machine.push(bytes.subarray(at, at + piece))
  return told + machine.end(broke ? "cut" : "clean")
}

/** Vendors' streams, mutated, cut anywhere, from every format into every other. */
export const streams: Target = {
  name: "streams",
  make,
  fault: ({ bytes, how }) => {
    const from = how["from"] as FormatId
    const to = how["to"] as FormatId
    const broke = how["broke"] === true
    const size = Math.max(Number(how["piece"]), Math.ceil(bytes.length / mostPieces))
    const told = translated(from, to, bytes, size, broke)
    if (told !== translated(from, to, bytes, bytes.length + 1, broke))
      return "cuts matter: other pieces tell another answer"
    return streamFault(to, told, { whole: mayBeWhole(from, textOf(bytes)), passes: from === to })
  }
}
