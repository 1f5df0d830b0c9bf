import type { GatewayError } from "../../core/errors/error.ts"
import { copyText, HeldCounter } from "../../core/framing/held.ts"
import type { StreamFrame } from "../../core/framing/transducer.ts"
import type { JsonObjectBuilder } from "../../core/json/builder.ts"
import { type JsonObject, JsonText, objectOr, putMember, stringifyJson } from "../../core/json/json.ts"
import { memberText, scalarMembers, valuePlaces } from "../../core/json/places.ts"
import { readOrNull } from "../../core/json/value.ts"
import type { PassedStream } from "../../core/passthrough.ts"
import { errorMembers, failedMembers } from "./error.ts"
import { PassedItem } from "./passed-item.ts"

/** The events that show the answer before anything is in it. */
const heads: ReadonlySet<string> = new Set(["response.created", "response.queued", "response.in_progress"])

/** The item of an event, by its place in the output. */
const placed = /"output_index"\s*:\s*(\d+)/

/** What stands before the number of an event that has one. */
const number = '"sequence_number"'

/** The number of an event. */
const numbered = /"sequence_number"\s*:\s*(\d+)/

/**
 * Remembers of a stream that passes what tells its client of a failure: the same answer has failed, with the next
 * numbers and the items so far. OpenAI's own says an `error` and then a `response.failed`, read in a recorded stream
 * (2026-11); `openai` 7.55 throws what the first says, Codex 0.169 reads the second alone, and both refuse an answer of
 * another id. More than `most` UTF-16 code units of items are not kept, and its failure tells none then.
 * An answer's last event may leave its items out, as 36 of 390 recorded streams do (2026-11).
 */
export const followStream = (typeOf: (frame: StreamFrame) => string, most: number): PassedStream => {
  const items = new Map<number, PassedItem>()
  const held = new HeldCounter(most)
  let head: string | undefined
  let lastNumbered = ""
  let told: ReadonlySet<string> = new Set()

  const remember = (type: string, data: string): void => {
    const place = placed.exec(data)?.[1]
    if (place === undefined || held.error !== undefined) return
    const item = items.get(Number(place)) ?? new PassedItem(held)
    items.set(Number(place), item)
    item.add(type, data)
    if (held.error !== undefined) items.clear()
  }
  const output = (status?: string): readonly JsonText[] =>
    [...items].toSorted(([one], [other]) => one - other).flatMap(([, item]) => item.soFar(status) ?? [])
  const next = (): number => {
    const last = numbered.exec(lastNumbered)?.[1]
    return last === undefined ? 0 : Number(last) + 1
  }
  return {
    passed: (frame) => {
      const type = typeOf(frame)
      const { data } = frame
      if (data.includes(number)) lastNumbered = data
      if (heads.has(type)) head = copyText(data)
      else if (isFailure(type)) told = new Set([...told, type])
      else remember(type, data)
    },
    failed: (error) => {
      const response = head === undefined ? undefined : objectOr(objectOr(readOrNull(head))?.["response"])
      if (response === undefined) return undefined
      if (told.has("response.failed")) return []
      const first = next()
      const failed = failedFrame(response, output(), error, told.has("error") ? first : first + 1)
      return told.has("error") ? [failed] : [errorFrame(error, first), failed]
    },
    completed: (answer) => {
      const said = countUpTo(Math.max(items.size, 1), valuePlaces(memberText(answer, "output") ?? ""))
      if (held.error !== undefined) return said === 0 ? undefined : []
      if (said >= items.size) return []
      const isWhole = scalarMembers(answer)["status"] === "completed"
      const all = output(isWhole ? "completed" : "incomplete")
      return all.length > said ? [{ path: "/output", value: all }] : []
    }
  }
}

/** How many there are, counted no further than to `most`. */
const countUpTo = (most: number, all: Iterable<unknown>): number => {
  let count = 0
  for (const _ of all) if (++count >= most) break
  return count
}

const isFailure = (type: string): boolean => type === "error" || type === "response.failed"

/** The members stand flat, as the documentation has them, and in `error`, as the vendor sends them. */
export const errorFrame = (error: GatewayError, number: number): StreamFrame => {
  const members = errorMembers(error)
  const { type: _, ...flat } = members
  const type = "error"
  return { event: type, data: stringifyJson({ type, sequence_number: number, ...flat, error: members }) }
}

const failedFrame = (
  response: JsonObject,
  output: readonly JsonText[],
  error: GatewayError,
  number: number
): StreamFrame => {
  const type = "response.failed"
  const out: JsonObjectBuilder = {}
  for (const key of Object.keys(response)) putMember(out, key, JsonText.member(response, key))
  const failed = { ...out, status: "failed", error: failedMembers(error), output }
  return { event: type, data: stringifyJson({ type, sequence_number: number, response: failed }) }
}
