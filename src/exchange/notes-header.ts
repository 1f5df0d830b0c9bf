import type { TranslationNote } from "../core/notes/note.ts"

/** The response header that tells what a translation did. */
export const notesHeader = "x-isogloss-notes"

const most = { notes: 20, bytes: 2048 }

/**
 * Notes as a header value: `count=2; dropped /seed messages/no-seed; …`. At most 20 notes and 2 KiB, those first that
 * change meaning or cost, whole notes only, printable ASCII (all else percent-encoded); the count is of all that were
 * kept.
 */
export const printNotes = (notes: readonly TranslationNote[]): string => {
  let out = `count=${notes.length}`
  for (const { kind, path, rule } of weightiest(notes).slice(0, most.notes)) {
    const more = `; ${kind} ${path === "" ? "/" : escaped(path)} ${escaped(rule)}`
    if (out.length + more.length > most.bytes) break
    out += more
  }
  return out
}

const weightiest = (notes: readonly TranslationNote[]): readonly TranslationNote[] => {
  const heavy = notes.filter(({ severity }) => severity !== "cosmetic")
  if (heavy.length === 0 || heavy.length === notes.length) return notes
  return [...heavy, ...notes.filter(({ severity }) => severity === "cosmetic")]
}

const encoder = new TextEncoder()

const escaped = (text: string): string => text.replace(/[^\x21-\x3a\x3c-\x7e]+/g, percentEncoded)

const percentEncoded = (text: string): string => {
  let out = ""
  for (const byte of encoder.encode(text)) out += `%${byte.toString(16).toUpperCase().padStart(2, "0")}`
  return out
}
