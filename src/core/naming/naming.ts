import { Invalid, fail, type Result, succeed } from "../errors/invalid.ts"
import { isArray, isObject, type Json, type JsonObject } from "../json/json.ts"
import { childPointer, type JsonPointer } from "../json/pointer.ts"
import { UnreadLists, type UnreadRules } from "../json/outline.ts"

/** A member of a wire format that decides which model works, besides the one that is called or in its place. */
export interface ModelMember {
  /** Its pointer, in which `*` stands for every item of a list, and for what stands there where no list does. */
  readonly path: string
  /** Whether it names a `model`, or leaves the `choice` of one to the vendor. */
  readonly decides: "model" | "choice"
  /** What its text begins with, in any case, where it decides; absent: any text does. */
  readonly prefix?: string
  /** Where it may be an object that names the model inside: members of it that decide nothing. All others do. */
  readonly beside?: readonly string[]
  /** The page that describes it. */
  readonly source: string
}

/** How the bodies of a format decide which model works: what is looked at before one is sent. */
interface NamingRules {
  readonly members: readonly ModelMember[]
  /** All other members of the top level that are looked at: none may be written in another case. */
  readonly known: readonly string[]
  /** The id in a text that names a model; absent: the text itself. */
  readonly idOf?: (text: string) => string
  /** The names under which a member may stand; absent: its one name. */
  readonly spellings?: (name: string) => readonly string[]
}

/** The object that gateways unpack into what holds it, once for each of them that a body comes by. */
const unpacked = "extra_body"

/** Members of one page that name a model. */
export const modelMembers = (source: string, ...paths: readonly string[]): readonly ModelMember[] =>
  paths.map((path) => ({ path, decides: "model", source }))

/** Members of one page that leave the choice to the vendor. */
export const modelChoices = (source: string, ...paths: readonly string[]): readonly ModelMember[] =>
  paths.map((path) => ({ path, decides: "choice", source }))

/** A place of a body, and the places below it that are looked at. */
export class BodyPlace {
  /** What stands here decides. */
  readonly deciding: ModelMember[] = []
  /** Below an item of a list. */
  item: BodyPlace | undefined
  /** Whether members that nobody knows decide, too. */
  isClosed = false
  readonly #names = new Map<string, BodyPlace>()
  readonly #folded = new Map<string, string>()
  #longest = 0
  #hasCapitals = false

  /** The place of a member, which is looked at from now on: the one that is given, where it has none. */
  below(name: string, place = new BodyPlace()): BodyPlace {
    const there = this.#names.get(name)
    if (there !== undefined) return there
    this.#names.set(name, place)
    this.#folded.set(fold(name), name)
    this.#longest = Math.max(this.#longest, name.length)
    this.#hasCapitals ||= !isSmall.test(name)
    return place
  }

  /** The place of a member that is looked at; undefined for others. */
  at(name: string): BodyPlace | undefined {
    return this.#names.get(name)
  }

  /** The member that is looked at for which another reader may take one of this name. */
  twinOf(name: string): string | undefined {
    if (isBare.test(name) && (name.length > this.#longest || (!this.#hasCapitals && isSmall.test(name))))
      return undefined
    return this.#folded.get(fold(bareName(name)))
  }

  /** Whether nothing below is looked at. */
  get isLeaf(): boolean {
    return this.item === undefined && this.#longest === 0
  }
}

/** Names without capitals and without letters outside of ASCII: none of two such names is the other in another case. */
const isSmall = /^[ -@[-~]*$/

/** Names without anything that a reader may pass over. */
const isBare = /^[!-~]*$/

/**
 * A name as readers hold it that end it at a NUL, as C does, or drop the blanks around it, as PHP does with those before the
 * name of a form's field (https://www.php.net/manual/en/language.variables.external.php). To Java all up to the space are
 * blanks (https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/lang/String.html#trim()), to Go and Python
 * U+0085, too (https://pkg.go.dev/unicode#IsSpace).
 */
const bareName = (name: string): string => {
  let [start, end] = [0, name.length]
  while (start < end && isBlank.test(name.charAt(start))) start++
  const nul = name.indexOf("\0", start)
  if (nul >= 0) end = nul
  while (end > start && isBlank.test(name.charAt(end - 1))) end--
  return name.slice(start, end)
}

const isBlank = /[\0- \u007f-\u00a0\s]/

/** Rules that are ready to be looked up. */
export interface ModelNaming extends NamingRules {
  readonly root: BodyPlace
}

const itself = (name: string): readonly string[] => [name]

/** The id in a text that names a model. */
export const idIn = ({ idOf }: NamingRules, text: string): string => (idOf === undefined ? text : idOf(text))

/** Makes rules ready. */
export const compileNaming = (rules: NamingRules): ModelNaming => {
  const { members, known, spellings = itself } = rules
  const root = new BodyPlace()
  for (const name of known) for (const spelled of spellings(name)) root.below(spelled)
  for (const member of members) {
    const steps = member.path.slice(1).split("/")
    for (const place of placesOf(root, steps, spellings)) {
      place.deciding.push(member)
      place.isClosed ||= member.beside !== undefined
      for (const name of member.beside ?? []) place.below(name)
    }
  }
  for (const name of spellings(unpacked)) {
    const place = root.at(name)
    for (const again of spellings(unpacked)) place?.below(again, place)
  }
  return { ...rules, root }
}

const placesOf = (from: BodyPlace, steps: readonly string[], spellings: typeof itself): readonly BodyPlace[] => {
  let places: readonly BodyPlace[] = [from]
  for (const step of steps) {
    places = places.flatMap((place) =>
      step === "*" ? [(place.item ??= new BodyPlace())] : spellings(step).map((name) => place.below(name))
    )
  }
  return places
}

/**
 * A name as readers hold it that take names of members in any case: letters fold as they do in Go's `encoding/json`,
 * to which `ſ` is an `s` and the sign of the kelvin a `k` (https://pkg.go.dev/encoding/json#Unmarshal).
 */
const fold = (name: string): string => name.toLowerCase().replaceAll("\u017f", "s")

/** A model that a body names, or a choice that it leaves to its vendor. */
export interface NamedModel {
  readonly at: JsonPointer
  /** The id that the vendor reads; absent: the vendor chooses. */
  readonly id?: string
}

/** How often a body may say which model works: twice for each input of the largest batch of embeddings. */
const mostNamed = 4096

/**
 * All that a body says of which model works. A member whose name differs from one that is looked at in what some readers
 * pass over is `Invalid`: case, blanks around it, what stands behind a NUL. So is a body that says it too often, as each
 * is asked of the key.
 */
export const namedIn = (
  rules: ModelNaming,
  ...parts: readonly JsonObject[]
): Result<readonly NamedModel[], Invalid> => {
  const scan = new NameScan(rules)
  for (const part of parts) scan.over(rules.root, part, "")
  if (scan.ambiguous !== undefined) return fail(scan.ambiguous)
  return scan.named.length > mostNamed ? fail(tooOften()) : succeed(scan.named)
}

const tooOften = (): Invalid => Invalid.at("", `The body names a model more than ${mostNamed} times.`)

class NameScan {
  readonly #rules: ModelNaming
  readonly named: NamedModel[] = []
  /** The first member that another reader could take for one that is looked at. */
  ambiguous: Invalid | undefined

  constructor(rules: ModelNaming) {
    this.#rules = rules
  }

  over(place: BodyPlace, value: Json | undefined, at: JsonPointer): void {
    if (value === undefined || value === null || this.ambiguous !== undefined) return
    const before = this.named.length
    if (place.deciding.some((member) => this.#decides(member, place, value, at))) return
    const { item } = place
    if (item !== undefined) this.#items(item, value, at)
    if (isObject(value)) this.#members(place, value, at)
    const isNamed = place.deciding.some(({ prefix }) => prefix === undefined)
    if (isNamed && this.named.length === before) this.named.push({ at })
  }

  /** What stands where a list may: its items, the one thing itself, and what some readers take for a list, objects in one. */
  #items(item: BodyPlace, value: Json, at: JsonPointer): void {
    if (isArray(value)) return value.forEach((it, index) => this.over(item, it, childPointer(at, index)))
    this.over(item, value, at)
    if (!isObject(value)) return
    for (const key in value) if (isObject(value[key])) this.over(item, value[key], childPointer(at, key))
  }

  #members(place: BodyPlace, object: JsonObject, at: JsonPointer): void {
    for (const key in object) {
      const inner = place.at(key)
      if (inner === undefined) {
        const name = place.twinOf(key)
        if (name !== undefined) this.ambiguous ??= ambiguousName(childPointer(at, key), key, name)
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

const ambiguousName = (at: JsonPointer, key: string, name: string): Invalid =>
  Invalid.at(at, `\`${key}\` can be mistaken for \`${name}\`. Send only \`${name}\`.`)

/** Whether a text fits one of some globs, in which `*` stands for any characters. */
export const globMatcher = (globs: readonly string[]): ((text: string) => boolean) => {
  if (globs.includes("*")) return () => true
  const split = globs.map((glob) => glob.split("*"))
  return (text) => split.some((parts) => matchesParts(parts, text))
}

/** Whether a glob stands for more than one text. */
export const isGlob = (glob: string): boolean => glob.includes("*")

/** Whether a text is the parts of a glob with anything between them. */
const matchesParts = (parts: readonly string[], text: string): boolean => {
  const [first = "", ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return text === first
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
  const end = text.length - last.length
  let from = first.length
  for (const part of rest) {
    const index = text.indexOf(part, from)
    if (index < 0 || index + part.length > end) return false
    from = index + part.length
  }
  return true
}

/**
 * What of a format's bodies nobody need read where they pass: neither who asks which model works, nor the rules of the
 * format and its families, which look at `members` and `begins`.
 */
export const unreadLists = ({ members, spellings = itself }: ModelNaming, rules: UnreadRules): UnreadLists => {
  const named: string[] = []
  const plain: string[] = []
  const begins: string[] = [...(rules.begins ?? [])]
  for (const { path, prefix } of members) {
    const steps = path.split("/").slice(1)
    if (!steps.slice(0, 1).some((list) => Object.hasOwn(rules.lists, list))) continue
    if (prefix !== undefined) begins.push(prefix)
    for (let length = 2; length <= steps.length; length++) {
      const way = `/${steps.slice(0, length - 1).join("/")}/`
      const places = spellings(steps[length - 1] ?? "").map((name) => way + name)
      const isAsked = length === steps.length && prefix === undefined
      for (const place of places) (isAsked ? named : plain).push(place)
    }
  }
  return new UnreadLists({ ...rules, members: [...rules.members, ...named], plain, begins })
}
