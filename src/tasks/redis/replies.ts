import * as Schema from "effect/Schema"
import type { Claimed, Kept } from "../rows.ts"

/** A task's members as the scripts give them: texts, of which an empty one is null. */
const Members = Schema.Tuple([Schema.String, Schema.String, Schema.String, Schema.FiniteFromString, Schema.String])

const keptOf = ([owner, holder, until, fence, document]: typeof Members.Type): Kept => ({
  owner,
  holder: holder === "" ? null : holder,
  until: until === "" ? null : Number(until),
  fence,
  document
})

const readStanding = Schema.decodeUnknownSync(Schema.NullOr(Schema.Tuple([Schema.String, Members])))

/** Reads what a key may stand for; as all here, throws where a reply is none of the script's. */
export const readClaimed = (reply: unknown): Claimed | undefined => {
  const standing = readStanding(reply)
  return standing === null ? undefined : { hash: standing[0], row: keptOf(standing[1]) }
}

const readMembers = Schema.decodeUnknownSync(Schema.NullOr(Members))

/** Reads a row that may not be there. */
export const readFound = (reply: unknown): Kept | undefined => {
  const found = readMembers(reply)
  return found === null ? undefined : keptOf(found)
}

const readRows = Schema.decodeUnknownSync(Schema.Array(Members))

/** Reads rows. */
export const readTaken = (reply: unknown): readonly Kept[] => readRows(reply).map(keptOf)

/** Reads a number. */
export const readNumber: (reply: unknown) => number = Schema.decodeUnknownSync(Schema.Int)

/** Reads whether something was done. */
export const readDone = (reply: unknown): boolean => readNumber(reply) === 1

const readTexts = Schema.decodeUnknownSync(Schema.Array(Schema.String))

/** Reads names and numbers in turn. */
export const readTally = (reply: unknown): ReadonlyMap<string, number> => {
  const texts = readTexts(reply)
  return new Map(texts.flatMap((text, at) => (at % 2 === 0 ? [[text, Number(texts[at + 1])] as const] : [])))
}
