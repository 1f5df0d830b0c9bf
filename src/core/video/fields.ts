import type { ImageSource } from "../image/image.ts"
import { type Tree, put } from "../json/json.ts"
import type { Note } from "../notes/note.ts"
import type { Out } from "../out.ts"
import type { Rules } from "../notes/rules.ts"
import type { VideoRequest } from "./video.ts"

/** A field of a request that a format may have no place for. */
export type VideoField = Exclude<keyof VideoRequest, "model" | "prompt" | "image" | "lastFrame" | "places">

/** The members of a format that say fields of a request, and how. What is not among them has no place. */
export type VideoMembers = {
  readonly [F in VideoField]?: readonly [key: string, write: (request: VideoRequest) => Tree]
}

const fields: Readonly<Record<VideoField, true>> = {
  seconds: true,
  ratio: true,
  resolution: true,
  size: true,
  audio: true,
  count: true,
  people: true,
  watermark: true,
  seed: true
}

const isField = (key: string): key is VideoField => Object.hasOwn(fields, key)

/** The object that says a request's fields, and a note of a rule at each that has no place. */
export const written = <Key extends string>(
  request: VideoRequest,
  members: VideoMembers,
  { note }: Rules<Key>,
  unheld: NoInfer<Key>
): { readonly out: Out; readonly notes: readonly Note[] } => {
  const out: Out = {}
  const notes: Note[] = []
  for (const field of Object.keys(request).filter(isField)) {
    const member = members[field]
    if (request[field] === undefined) continue
    if (member === undefined) notes.push(note(unheld, request.places?.get(field) ?? ""))
    else put(out, member[0], member[1](request))
  }
  return { out, notes }
}

/** The frames of a request, each with the member that a format has for it. */
export const framesIn = ({ image, lastFrame }: VideoRequest): readonly ImageSource[] =>
  [image, lastFrame].filter((source) => source !== undefined)
