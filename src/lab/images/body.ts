import type { ImageModel } from "../../capabilities/models.ts"
import { JsonText } from "../../core/json/json.ts"
import type { TranslationNote } from "../../core/notes/note.ts"
import { type JsonObjectBuilder, putAt } from "../../core/json/builder.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { rules } from "../rules.ts"
import type { Places } from "../placing.ts"
import type { Said } from "./read.ts"
import { type Name, required, saidAs, targets } from "./table.ts"

/** A body of the images endpoint that says the same to a model, and where each place of it is in the client's. */
export interface Written {
  readonly body: JsonText
  readonly places: Places
  readonly notes: readonly TranslationNote[]
}

const demanded: ReadonlySet<string> = new Set(required)

/** Says to a model what was asked. What it does not have is left out, with a note. */
export const bodyFor = ({ values, places }: Said, model: Pick<ImageModel, "places">): Written => {
  const out: JsonObjectBuilder = { model: values.model }
  const own = new Map<JsonPointer, JsonPointer>([["/model", placeOf(places, "model")]])
  const notes: TranslationNote[] = []
  for (const name of names) {
    const value = values[name]
    const target = targets[name]
    if (value === undefined || target === undefined) continue
    const [theirs, member] = target
    const at = model.places.get(theirs)
    if (at === undefined) notes.push(rules.note(isIdle(name, value) ? "demanded" : "lacking", placeOf(places, name)))
    else {
      putAt(out, at, saidAs(value, member))
      own.set(member === undefined ? at : childPointer(at, member), placeOf(places, name))
    }
  }
  return { body: JsonText.tree(out), places: own, notes }
}

const isName = (key: string): key is Name => Object.hasOwn(targets, key)

const names: readonly Name[] = Object.keys(targets).filter(isName)

/** Whether leaving a value out changes nothing that its client could have left unsaid. A watermark is a wish. */
const isIdle = (name: Name, value: unknown): boolean => demanded.has(name) && value !== true

const placeOf = (places: Said["places"], name: Name): JsonPointer => places.get(childPointer("", name)) ?? ""
