import type { EmbeddingAnswer, EmbeddingPassing, EmbeddingResponse, EmbeddingVector } from "../../core/embedding.ts"
import { isObject, type Json, type JsonTemplate, stringifyJson } from "../../core/json/json.ts"
import { type TranslationNote, noteRules } from "../../core/notes/note.ts"
import { sharesOf, promptTokens } from "../../core/tokens/usage.ts"
import { splice } from "../splice.ts"
import type { Made } from "../whole.ts"
import type { EmbeddingState } from "./ask.ts"

/** What an upstream answered one call with. */
export interface Answered {
  /** Which items of the request it is for. */
  readonly places: readonly number[]
  readonly text: string
  readonly body: Json
  readonly response: EmbeddingResponse
}

const table = noteRules("embeddings-answer", {
  dropped: { cosmetic: { unread: "The client's format has no place for this member of the answer." } },
  synthesised: { cost: { usage: "The upstream counts no tokens; these are an estimate." } }
})

/** How a client wants its answer. */
export interface Wish {
  readonly passing: EmbeddingPassing | undefined
  readonly answer: (answer: EmbeddingAnswer) => JsonTemplate
}

/** The client's answer from those of all calls: the upstream's own bytes where they pass, else written anew. */
export const made = (state: EmbeddingState, answers: readonly Answered[], { passing, answer }: Wish): Made => {
  const counted = counts(answers)
  const tokens = counted ?? sum(state.estimates)
  const passed = state.passes ? passedAnswer(state, answers, tokens, passing) : undefined
  const uncounted = counted === undefined ? [table.note("usage", "")] : []
  return {
    body: passed ?? stringifyJson(answer(joined(state, answers, tokens))),
    usage: { input: tokens },
    notes: passed === undefined ? [...unread(answers), ...uncounted] : uncounted
  }
}

/** The text of an answer that passes, with what changes in it. */
const passedAnswer = (
  state: EmbeddingState,
  [only]: readonly Answered[],
  tokens: number,
  passing: EmbeddingPassing | undefined
): string | undefined => {
  if (only === undefined || passing === undefined || !isObject(only.body)) return undefined
  const edits = passing.answerEdits(only.body, state, tokens)
  return edits === undefined ? undefined : splice(only.text, edits)
}

/** The vectors of all answers in the order of the request, each with its share of the tokens. */
const joined = ({ sent, estimates }: EmbeddingState, answers: readonly Answered[], tokens: number): EmbeddingAnswer => {
  const vectors: EmbeddingVector[] = []
  for (const { places, response } of answers) {
    places.forEach((place, item) => (vectors[place] = response.vectors[item] ?? []))
  }
  const named = answers.find(({ response }) => response.model !== undefined)
  const shares = sharesOf(tokens, estimates)
  const embeddings = vectors.map((vector, index) => ({ vector, tokens: shares[index] ?? 0 }))
  return { model: named?.response.model ?? sent, embeddings, tokens }
}

/** What of the answers is lost, each member once. */
const unread = (answers: readonly Answered[]): readonly TranslationNote[] => {
  const places = new Set(answers.flatMap(({ response }) => response.unread ?? []))
  return [...places].map((place) => table.note("unread", place))
}

/** The tokens that an upstream counted; undefined where it did not count those of each call. */
const counts = (answers: readonly Answered[]): number | undefined => {
  const all = answers.map(({ response: { usage } }) => (usage === undefined ? undefined : promptTokens(usage)))
  const known = all.filter((tokens) => tokens !== undefined)
  return known.length === all.length ? sum(known) : undefined
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
