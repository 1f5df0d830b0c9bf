import { Invalid, fail, type Result, succeed } from "../errors/invalid.ts"
import { isArray, isObject, type Json, type JsonObject } from "../json/json.ts"
import { childPointer, type JsonPointer } from "../json/pointer.ts"
import { idIn, type ModelMember, type ModelNaming, type BodyPlace } from "./naming.ts"

/** A model that a body names, or a choice that it leaves to its vendor. */
export interface NamedModel {
  readonly at: JsonPointer
  /** The id that the vendor reads; absent: the vendor chooses. */
  readonly id?: string
}

/**
 * All that a body says of which model works. A member whose name differs from one that is looked at in what some readers
 * pass over is `Invalid`: case, blanks around it, what stands behind a NUL.
 */
export const namedIn = (rules: ModelNaming, body: JsonObject): Result<readonly NamedModel[], Invalid> => {
  const look = new Look(rules)
  look.over(rules.root, body, "")
  return look.twin === undefined ? succeed(look.named) : fail(look.twin)
}

class Look {
  readonly #rules: ModelNaming
  readonly named: NamedModel[] = []
  /** The first member that another reader could take for one that is looked at. */
  twin: Invalid | undefined

  constructor(rules: ModelNaming) {
    this.#rules = rules
  }

  over(place: BodyPlace, value: Json | undefined, at: JsonPointer): void {
    if (value === undefined || value === null || this.twin !== undefined) return
    const before = this.named.length
    if (place.deciding.some((member) => this.#decides(member, place, value, at))) return
    const { item } = place
    if (item !== undefined && !isArray(value)) this.over(item, value, at)
    else if (item !== undefined && isArray(value))
      value.forEach((it, index) => this.over(item, it, childPointer(at, index)))
    if (isObject(value)) this.#members(place, value, at)
    const isNamed = place.deciding.some(({ prefix }) => prefix === undefined)
    if (isNamed && this.named.length === before) this.named.push({ at })
  }

  #members(place: BodyPlace, object: JsonObject, at: JsonPointer): void {
    for (const key in object) {
      const inner = place.at(key)
      if (inner === undefined) {
        const name = place.twinOf(key)
        if (name !== undefined) this.twin ??= twin(childPointer(at, key), key, name)
        else if (place.isClosed && object[key] !== null) this.named.push({ at })
      } else if (!inner.isLeaf || inner.deciding.length > 0) this.over(inner, object[key], childPointer(at, key))
    }
  }

  /** Whether a member says by itself what it decides; a model may be named further down, too. */
  #decides({ decides, prefix }: ModelMember, place: BodyPlace, value: Json, at: JsonPointer): boolean {
    if (prefix !== undefined && !(typeof value === "string" && value.toLowerCase().startsWith(prefix))) return false
    if (decides === "model" && typeof value !== "string" && !place.isLeaf) return false
    this.named.push(decides === "model" && typeof value === "string" ? { at, id: idIn(this.#rules, value) } : { at })
    return true
  }
}

const twin = (at: JsonPointer, key: string, name: string): Invalid =>
  Invalid.at(at, `\`${key}\` can be taken for \`${name}\`.`)
