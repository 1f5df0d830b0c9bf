import {
  type CacheMark,
  type ChatNode,
  everyNull,
  nativeMembers,
  noNull,
  noteRules,
  placeOf,
  type ReadOptions,
  type TranslationNote,
  unsaidMembers
} from "../../src/format.ts"

export const id = "converse"

/** Whose signatures the models of this stub write. */
export const signer = "anthropic"

export const inRequest: ReadOptions = { format: id, silent: noNull }
export const inAnswer: ReadOptions = { format: id, silent: everyNull, lenient: true }

export const { restore } = nativeMembers(id)

export const { note } = noteRules(id, {
  dropped: {
    meaning: {
      part: "The Converse API has no block for this part.",
      field: "The Converse API has no member for this.",
      foreign: "Only the format it came from knows this member."
    }
  },
  approximated: {
    meaning: {
      late: "A system message among the turns is a user message.",
      refusal: "A refusal is text.",
      input: "An input that is no JSON object is an empty one.",
      choice: "This choice of tools is left to the model.",
      finish: "This reason for the end is a plain end."
    }
  },
  synthesised: {
    cosmetic: {
      schema: "A tool without a schema takes an object.",
      none: "Every answer has a message, this one an empty one."
    }
  }
})

const bookkeeping = ["type", "at", "places", "native"]

/** Notes of all that a node says and the wire does not: fields that are not held, members of other formats. */
export const noteRest = (node: ChatNode, held: readonly string[], notes: TranslationNote[]): void => {
  for (const [field, value] of Object.entries(node)) {
    if (value === undefined || bookkeeping.includes(field) || held.includes(field)) continue
    notes.push(note("field", placeOf(node, field)))
  }
  for (const path of unsaidMembers(node, id)) notes.push(note("foreign", path))
}

/** The block that stands behind what is to be cached. */
export const cachePoint = ({ ttl }: CacheMark) => ({ cachePoint: { type: "default", ttl } })
