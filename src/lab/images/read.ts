import { readTable } from "../../families/parameters/table.ts"
import { Invalid, fail, type Result, succeed } from "../../core/errors/invalid.ts"
import type { JsonText } from "../../core/json/json.ts"
import type { TranslationNote, Refused } from "../../core/notes/note.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { newReading, type Reading } from "../reading.ts"
import { notesAt, type PointerMap, pointerMap } from "../../exchange/note-pointers.ts"
import { plainly } from "./spellings.ts"
import { parameters, type Read, required } from "./table.ts"

/** What one of the lab's endpoints for images wants beyond what all do. */
export interface Task {
  /** What the model is told where the prompt is empty; absent: an empty prompt is refused. */
  readonly instruction?: string
  /** Whether there must be an image. */
  readonly edits: boolean
}

/** A body that was read: what it says, and where. */
export interface Said {
  readonly values: Read & { readonly model: string }
  readonly places: ReadonlyMap<JsonPointer, JsonPointer>
  readonly notes: readonly TranslationNote[]
}

/** Where members are that a body does not say. */
const ownPlaces = Object.keys(parameters).map((name) => [childPointer("", name), childPointer("", name)] as const)

/** Reads a body in any form of its keys. */
export const readSaid = (body: JsonText, task: Task): Result<Said, Invalid | Refused> => {
  if (body.object === undefined) return fail(Invalid.at("", "The body must be an object."))
  const plain = plainly(body.object)
  if (!plain.ok) return plain
  const place = pointerMap(new Map([...ownPlaces, ...plain.value.places]))
  const reading = newReading()
  const { object = {} } = plain.value.body
  const values = readTable(parameters, object, "", reading)
  for (const name of required) if (!Object.hasOwn(object, name)) reading.absent("", name)
  if (task.edits && !Object.hasOwn(object, "image")) reading.absent("", "image")
  if (values.model === "") reading.issue("/model", "It must be the id of a model.")
  const prompt = promptOf(values.prompt, task, reading)
  const settled = reading.settled({ ...values, prompt, model: values.model ?? "" })
  if (!settled.ok) return fail(placed(settled.error, place))
  const { value, notes } = settled.value
  return succeed({
    values: value,
    places: plain.value.places,
    notes: notesAt(place, notes)
  })
}

const promptOf = (said: string | undefined, { instruction }: Task, reading: Reading): string | undefined => {
  if (said === undefined || said.trim() !== "") return said
  if (instruction === undefined) return reading.issue("/prompt", "It must not be empty.")
  reading.note("instruction", "/prompt")
  return instruction
}

const placed = (error: Invalid | Refused, place: PointerMap): Invalid | Refused => {
  if (!(error instanceof Invalid)) return error
  const [first, ...more] = error.issues.map((issue) => ({ ...issue, path: place(issue.path) }))
  return first === undefined ? error : new Invalid([first, ...more])
}
