import { bodyObject } from "../../core/reading/issue-reader.ts"
import { readTable, tableSchema, type ParameterValues } from "../../families/parameters/reader.ts"
import { Invalid, fail, type Result, succeed, type InvalidIssue } from "../../core/errors/invalid.ts"
import { JsonText, isObject, type Json, type JsonObject, putMember, type JsonTemplate } from "../../core/json/json.ts"
import type { TranslationNote, Refused, Translated } from "../../core/notes/note.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import type { ValueSchema } from "../../core/reading/value-schema.ts"
import { newReading, type LabReading } from "../endpoint.ts"
import { notesAt, type PointerMap, pointerMap } from "../../exchange/note-pointers.ts"
import { anyInteger, anyNumber, described, flag, objectBy, text } from "../../families/parameters/values.ts"

const record = objectBy({}, () => true)

const sequenceMembers = { maxImages: { is: anyInteger }, max_images: { is: anyInteger } } as const

/** How long a sequence of images may become, under either name. */
const sequence = objectBy(tableSchema(sequenceMembers), (object, at, reading: LabReading) => {
  const { maxImages, max_images: same = maxImages } = readTable(sequenceMembers, object, at, reading)
  if (maxImages !== undefined && maxImages !== same)
    reading.issue(`${at}/max_images`, "`maxImages` and `max_images` must have the same value.")
  return same
})

/** The parameters of the lab's images, as the endpoint tables name and type them. */
const parameters = {
  model: { is: text, required: true },
  prompt: { is: text, required: true },
  n: { is: described(anyInteger, { minimum: 1, description: "How many images." }), required: true },
  size: { is: described(text, { examples: ["1024x1024", "2K"] }), required: true },
  temperature: { is: anyInteger, required: true },
  watermark: { is: flag, required: true },
  image: { is: described(text, { description: "A URL, a data: URL, or base64." }) },
  promptOptions: { is: record, unsent: "unused" },
  optimizePrompt: { is: text },
  quality: { is: text },
  responseFormat: { is: described(text, { enum: ["url", "b64_json"] }) },
  score: { is: anyNumber, unsent: "unused" },
  sequentialImageGeneration: { is: described(text, { examples: ["auto", "disabled"] }) },
  sequentialImageGenerationOptions: { is: sequence }
} as const

/** The same where images are changed: one must be there. */
const editParameters = { ...parameters, image: { ...parameters.image, required: true } } as const

const parametersOf = ({ edits }: Pick<ImageTask, "edits">) => (edits ? editParameters : parameters)

/** What a document tells of a body. */
export const schemaOf = (task: Pick<ImageTask, "edits">): ValueSchema => tableSchema(parametersOf(task))

/** What was read of them. */
type ImageValues = ParameterValues<typeof parameters>

/** A parameter's name. */
export type ImageParameter = keyof ImageValues

/** Whether every body must say it. */
export const isDemanded = (name: ImageParameter): boolean => "required" in parameters[name]

/** What one of the lab's endpoints for images wants beyond what all do. */
export interface ImageTask {
  /** What the model is told where the prompt is empty; absent: an empty prompt is refused. */
  readonly instruction?: string
  /** Whether there must be an image. */
  readonly edits: boolean
}

/** A body that was read: what it says, and where. */
export interface LabImageRequest {
  readonly values: ImageValues & { readonly model: string }
  readonly places: ReadonlyMap<JsonPointer, JsonPointer>
  readonly notes: readonly TranslationNote[]
}

/** Where members are that a body does not say. */
const ownPlaces = Object.keys(parameters).map((name) => [childPointer("", name), childPointer("", name)] as const)

/** Reads a body in any form of its keys. */
export const readImageRequest = (body: JsonText, task: ImageTask): Result<LabImageRequest, Invalid | Refused> => {
  const root = bodyObject(body)
  if (!root.ok) return root
  const plain = withoutPrefix(root.value)
  if (!plain.ok) return plain
  const place = pointerMap(new Map([...ownPlaces, ...plain.value.places]))
  const settled = readImageMembers(plain.value.body.object ?? {}, task)
  if (!settled.ok) return fail(placedError(settled.error, place))
  const { value, notes } = settled.value
  return succeed({
    values: value,
    places: plain.value.places,
    notes: notesAt(place, notes)
  })
}

/** Reads the members of a body under their own names. */
export const readImageMembers = (
  object: JsonObject,
  task: ImageTask
): Result<Translated<LabImageRequest["values"]>, Invalid | Refused> => {
  const reading = newReading()
  const values = readTable(parametersOf(task), object, "", reading)
  if (values.model === "") reading.must("/model", "be the id of a model")
  const prompt = promptOf(values.prompt, task, reading)
  return reading.outcome({ ...values, prompt, model: values.model ?? "" })
}

const promptOf = (prompt: string | undefined, { instruction }: ImageTask, reading: LabReading): string | undefined => {
  if (prompt === undefined || prompt.trim() !== "") return prompt
  if (instruction === undefined) return reading.must("/prompt", "not be empty")
  reading.note("instruction", "/prompt")
  return instruction
}

const placedError = (error: Invalid | Refused, place: PointerMap): Invalid | Refused => {
  if (!(error instanceof Invalid)) return error
  const [first, ...more] = error.issues.map((issue) => ({ ...issue, path: place(issue.path) }))
  return first === undefined ? error : new Invalid([first, ...more])
}

/** The name before a member's own: in one key with a dot between, or of an object around all of them. */
const prefix = "batchImageGenerationDTO"

/** The members of a body under their own names, and where each stands. */
interface PlainBody {
  readonly body: JsonText
  readonly places: ReadonlyMap<JsonPointer, JsonPointer>
}

/** Brings members to their own names, whichever form their keys have. One that is said in two ways is `Invalid`. */
const withoutPrefix = (body: JsonObject): Result<PlainBody, Invalid> => {
  const found = new Map<string, { readonly value: JsonText; readonly at: JsonPointer }>()
  const issues: InvalidIssue[] = []
  for (const { name, object, key, at } of membersOf(body, issues)) {
    const value = JsonText.member(object, key)
    const other = found.get(name)
    if (other === undefined) found.set(name, { value, at })
    else if (other.value.text !== value.text)
      issues.push({ path: at, message: `\`${name}\` is given twice, in two ways. Send it once.` })
  }
  const [first, ...more] = issues
  if (first !== undefined) return fail(new Invalid([first, ...more]))
  const out: Record<string, JsonTemplate> = {}
  for (const [name, { value }] of found) putMember(out, name, value)
  const places = [...found].map(([name, { at }]) => [childPointer("", name), at] as const)
  return succeed({ body: JsonText.tree(out), places: new Map(places) })
}

/** A member under its own name, and the object that has it. */
interface Member {
  readonly name: string
  readonly object: JsonObject
  readonly key: string
  readonly at: JsonPointer
}

const membersOf = (body: JsonObject, issues: InvalidIssue[]): readonly Member[] =>
  Object.keys(body).flatMap((key) => {
    const at = childPointer("", key)
    if (key === prefix) return nested(body[key], at, issues)
    const name = key.startsWith(`${prefix}.`) ? key.slice(prefix.length + 1) : key
    return [{ name, object: body, key, at }]
  })

const nested = (value: Json | undefined, at: JsonPointer, issues: InvalidIssue[]): readonly Member[] => {
  if (isObject(value))
    return Object.keys(value).map((key) => ({ name: key, object: value, key, at: childPointer(at, key) }))
  issues.push({ path: at, message: `\`${prefix}\` must be an object.` })
  return []
}
