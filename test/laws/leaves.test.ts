import { describe, expect, it } from "vitest"
import { leaves } from "./leaves.ts"
import {
  bodies,
  readRequest,
  readResponse,
  readStream,
  silentLeaves,
  taken,
  type Way,
  writtenRequest,
  writtenResponse,
  writtenStream
} from "./losses.ts"
import { mayBeSilent } from "./silence.ts"
import { everySubject, type Subject } from "./subjects.ts"

/** How many leaves the fixtures of each format hold, explicit nulls aside. */
const counted: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "chat-completions": { request: 146, response: 45, stream: 44 },
  messages: { request: 343, response: 202, stream: 223 },
  "generate-content": { request: 132, response: 66, stream: 49 },
  responses: { request: 470, response: 358 }
}

/** A leaf's pointer with a star for each index. */
const starred = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, "/*")

const reading: Readonly<Record<string, (subject: Subject) => Way>> = {
  request: ({ format, keeps }) => readRequest(format, keeps),
  response: ({ format, keeps }) => readResponse(format, keeps),
  stream: ({ format, keeps }) => readStream(format, keeps)
}

const writing: Readonly<Record<string, (from: Subject, to: Subject) => Way>> = {
  request: ({ format }, to) => writtenRequest(format, to),
  response: ({ format }, to) => writtenResponse(format, to.format),
  stream: ({ format }, to) => writtenStream(format, to.format)
}

/** The silent leaves of all fixtures of one kind, on one way, starred. */
const silences = (from: Subject, kind: string, way: Way): readonly string[] => {
  const found = bodies(from.format, kind).flatMap(([, body]) => silentLeaves(way, taken(way, body)))
  return [...new Set(found.map(starred))].toSorted()
}

describe.each(everySubject)("a leaf of a body of $format.id", (from) => {
  const id = from.format.id
  const kinds = Object.keys(reading).filter((kind) => kind !== "stream" || from.repeats !== true)

  describe.each(kinds)("of kind %s", (kind) => {
    const way = reading[kind]?.(from)

    it("stands in as many places as it says", () => {
      const found = bodies(from.format, kind).flatMap(([, body]) => leaves(body, (leaf) => leaf !== null))
      expect(found).toHaveLength(counted[id]?.[kind] ?? 0)
    })

    it("says something when it is read, or says nothing for a reason", () => {
      const found = way === undefined ? [""] : silences(from, kind, way)
      expect(found).toEqual(mayBeSilent(id, kind, "read").toSorted())
    })
  })

  describe.each(kinds)("of kind %s", (kind) => {
    it.each(everySubject)("says something in $format.id, or a note stands there, or there is a reason", (to) => {
      const read = new Set(mayBeSilent(id, kind, "read"))
      const way = writing[kind]?.(from, to)
      const found = way === undefined ? [""] : silences(from, kind, way).filter((leaf) => !read.has(leaf))
      expect(found).toEqual(mayBeSilent(id, kind, to.format.id).toSorted())
    })
  })
})
