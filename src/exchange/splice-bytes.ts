import type { Edit } from "../words/format.ts"
import { write } from "../words/json.ts"
import type { Scan, Span } from "../words/json-scan.ts"
import { below, tokens } from "../words/pointer.ts"
import { splice } from "./splice.ts"

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** A piece of the source that gives way to another text. */
interface Cut {
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * Edits a scanned document as {@link splice} edits a text: all but the members that are edited goes on as it came,
 * neither decoded nor looked at. What is edited inside a member is spliced into the text of that member.
 */
export const spliceBytes = (document: Scan, edits: readonly Edit[]): Uint8Array =>
  edits.length === 0 ? document.bytes : joined(document.bytes, cutsOf(document, byMember(edits)))

/** The edits by the member of the root that they are for, each with its path from there on. */
const byMember = (edits: readonly Edit[]): Map<string, Edit[]> => {
  const members = new Map<string, Edit[]>()
  for (const edit of edits) {
    const [name, ...rest] = tokens(edit.path)
    if (name === undefined) continue
    const inside: Edit = { ...edit, path: rest.reduce((path, token) => below(path, token), "") }
    members.set(name, [...(members.get(name) ?? []), inside])
  }
  return members
}

const cutsOf = ({ bytes, members }: Scan, wanted: Map<string, Edit[]>): readonly Cut[] => {
  const cuts: Cut[] = []
  let kept = 0
  let last = bytes.indexOf(brace) + 1
  members.forEach((member, index) => {
    const edits = takeFor(wanted, bytes, member)
    if (!edits.some(isRemoval)) {
      kept++
      if (edits.length > 0) cuts.push({ from: member.value, to: member.end, text: edited(bytes, member, edits) })
    } else if (kept > 0) cuts.push({ from: last, to: member.end, text: "" })
    else cuts.push({ from: member.name, to: members[index + 1]?.name ?? member.end, text: "" })
    last = member.end
  })
  const added = additions(wanted)
  if (added !== "") cuts.push({ from: last, to: last, text: kept > 0 ? `,${added}` : added })
  return cuts
}

const brace = 123

const isRemoval = (edit: Edit): boolean => edit.path === "" && edit.value === undefined

/** The edits for a member, which are then no longer wanted. */
const takeFor = (wanted: Map<string, Edit[]>, bytes: Uint8Array, member: Span): readonly Edit[] => {
  if (wanted.size === 0) return none
  const name = decoder.decode(bytes.subarray(member.name + 1, bytes.indexOf(quote, member.name + 1)))
  const edits = wanted.get(name)
  wanted.delete(name)
  return edits ?? none
}

const quote = 34
const none: readonly Edit[] = []

const edited = (bytes: Uint8Array, member: Span, edits: readonly Edit[]): string => {
  const whole = edits.find(({ path }) => path === "")
  return whole === undefined
    ? splice(decoder.decode(bytes.subarray(member.value, member.end)), edits)
    : write(whole.value)
}

/** The members that are asked for and not there. */
const additions = (wanted: ReadonlyMap<string, readonly Edit[]>): string => {
  const added: string[] = []
  for (const [name, edits] of wanted) {
    const whole = edits.find(({ path }) => path === "")
    if (whole?.value !== undefined) added.push(`${JSON.stringify(name)}:${write(whole.value)}`)
  }
  return added.join(",")
}

const joined = (bytes: Uint8Array, cuts: readonly Cut[]): Uint8Array => {
  const texts = cuts.map(({ text }) => encoder.encode(text))
  const length = cuts.reduce(
    (sum, { from, to }, index) => sum - (to - from) + (texts[index]?.length ?? 0),
    bytes.length
  )
  const out = new Uint8Array(length)
  let read = 0
  let written = 0
  cuts.forEach(({ from, to }, index) => {
    const text = texts[index] ?? new Uint8Array()
    out.set(bytes.subarray(read, from), written)
    out.set(text, written + from - read)
    written += from - read + text.length
    read = to
  })
  out.set(bytes.subarray(read), written)
  return out
}
