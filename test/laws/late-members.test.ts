import { describe, expect, it } from "vitest"
import type { Json } from "../../src/core/json/json.ts"
import { isObject } from "../../src/core/json/value.ts"
import { bodies, writtenStream } from "./losses.ts"
import { everySubject } from "./subjects.ts"

/** A type that an object of a frame has. */
const typeIn = (data: Json | undefined, key?: string): string => {
  const object = isObject(data) && key !== undefined ? data[key] : data
  return isObject(object) && typeof object["type"] === "string" ? object["type"] : ""
}

/**
 * Which objects of a frame say something of the answer, as a whole answer's do: by their pointers in its data. What is
 * lost whole, such as a call that a vendor runs itself, has one note for all that it says.
 */
const tellers: Readonly<Record<string, (at: string, data: Json) => boolean>> = {
  "chat-completions": (at) => /^(?:\/choices\/\d+(?:\/delta)?)?$/.test(at),
  messages: (at, data) =>
    at === "/message" ||
    (at === "/content_block" && /^(?:text|thinking|tool_use)$/.test(typeIn(data, "content_block"))) ||
    (typeIn(data) === "message_delta" && /^(?:\/delta)?$/.test(at)),
  "generate-content": (at) => /^(?:\/candidates\/\d+(?:\/content)?|\/promptFeedback)?$/.test(at),
  responses: (at, data) =>
    (at === "/response" && typeIn(data) !== "response.failed") ||
    (typeIn(data) === "response.output_item.done" &&
      ((at === "/item" && /^(?:message|reasoning|function_call|custom_tool_call)$/.test(typeIn(data, "item"))) ||
        (/^\/item\/content\/\d+$/.test(at) && typeIn(data, "item") === "message")))
}

/** The objects of a body, each with its pointer. */
const objectsIn = (value: Json, at = ""): readonly (readonly [at: string, object: object])[] => {
  if (typeof value !== "object" || value === null) return []
  const inside = Object.entries(value).flatMap(([key, member]) => objectsIn(member, `${at}/${key}`))
  return Array.isArray(value) ? inside : [[at, value], ...inside]
}

const added = "from_tomorrow"

/** A stream with one more member in each object in turn that says something of the answer. */
const withMember = (format: string, body: Json): readonly (readonly [at: string, body: Json])[] =>
  objectsIn(body).flatMap(([pointer], index) => {
    const [, frame = "", at] = /^\/(\d+)\/data(.*)$/.exec(pointer) ?? []
    const again = structuredClone(body)
    const data = Array.isArray(again) ? (again[Number(frame)] as { readonly data: Json }).data : null
    if (at === undefined || tellers[format]?.(at, data) !== true) return []
    Object.assign(objectsIn(again)[index]?.[1] ?? {}, { [added]: 1 })
    return [[pointer, again] as const]
  })

describe.each(everySubject)("a member that nobody knows yet, in any frame of a stream of $format.id", (from) => {
  it.each(everySubject.filter((to) => to !== from))("leaves a note in $format.id", (to) => {
    const way = writtenStream(from.format, to.format)
    const tried = bodies(from.format, "stream").flatMap(([name, body]) =>
      withMember(from.format.id, body).map(([at, more]) => [`${name} ${at}`, way(more)] as const)
    )
    const silent = tried.filter(([, told]) => told?.notes.some(({ path }) => path.endsWith(`/${added}`)) !== true)
    expect(tried.length).toBeGreaterThan(10)
    expect(silent.map(([at]) => at)).toEqual([])
  })
})
