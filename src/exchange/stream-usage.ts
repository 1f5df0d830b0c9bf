import type { BodyEdit } from "../core/format.ts"
import type { StreamFrame } from "../core/framing/transducer.ts"
import { isArray, isObject, type JsonObject } from "../core/json/json.ts"
import { type Translated, noteRules as book } from "../core/notes/note.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import { parsedOrNull } from "../core/json/value.ts"

/** Why a stream is asked for otherwise than its client did. */
const rules = book("stream", { synthesised: { cosmetic: { usage: "Usage is asked for, and kept from the client." } } })

/** The edit that makes a chat completions upstream tell usage at the end of a stream; none where the client asked for it. */
export const askForUsage = (body: JsonObject): Translated<readonly BodyEdit[]> => {
  const options = body["stream_options"]
  if (!isObject(options)) return asking({ path: "/stream_options", value: { include_usage: true } }, "")
  const { include_usage: said } = options
  if (said === true) return { value: [], notes: [] }
  const path = "/stream_options/include_usage"
  return asking({ path, value: true }, said === undefined ? "/stream_options" : path)
}

const asking = (edit: BodyEdit, path: JsonPointer): Translated<readonly BodyEdit[]> => ({
  value: [edit],
  notes: [rules.note("usage", path, path === edit.path ? {} : { target: edit.path })]
})

/** Whether a frame of such a stream tells usage and nothing else: the one that a client who did not ask must not see. */
export const isUsageFrame = ({ data }: StreamFrame): boolean => {
  if (!data.includes('"usage"')) return false
  const chunk = parsedOrNull(data)
  if (!isObject(chunk)) return false
  const choices = chunk["choices"]
  return isArray(choices) && choices.length === 0 && isObject(chunk["usage"])
}
