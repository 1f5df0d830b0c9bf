import { type TranslationNote, noteRules } from "../core/notes/note.ts"

/** The most notes that are kept of one answer. */
const most = 100

const table = noteRules("notes", { approximated: { cosmetic: { more: "More was found than is told." } } })

/** The notes of an answer: the first ones, and how many came after them. */
export class KeptNotes {
  readonly #notes: TranslationNote[] = []
  #more = 0

  add(notes: readonly TranslationNote[]): void {
    for (const note of notes) {
      if (this.#notes.length < most) this.#notes.push(note)
      else this.#more++
    }
  }

  /** The notes since they were last asked for. */
  take(): readonly TranslationNote[] {
    const more = this.#more
    this.#more = 0
    const taken = this.#notes.splice(0)
    return more === 0 ? taken : [...taken, table.note("more", "", { detail: `${more} more notes are not told.` })]
  }
}

/** The most notes that are kept of one request. */
const mostAsked = 500

/** The notes of a request: of very many those that speak against it or weigh most, and how many there were besides. */
export const keptOf = (notes: readonly TranslationNote[]): readonly TranslationNote[] => {
  if (notes.length <= mostAsked) return notes
  const weighed = [0, 1, 2].flatMap((weight) => notes.filter((note) => weightOf(note) === weight))
  const detail = `${notes.length - mostAsked} more notes are not told.`
  return [...weighed.slice(0, mostAsked), table.note("more", "", { detail })]
}

const weightOf = ({ kind, severity }: TranslationNote): number =>
  kind === "refused" ? 0 : severity === "cosmetic" ? 2 : 1
