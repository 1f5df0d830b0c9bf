import { floorOf, type House, partOf, type Place, placeOf } from "./house.ts"
import type { Import, Source } from "./source.ts"

/** What a rule found: which one, where, and what stands there. */
export interface Violation {
  readonly rule: Rule
  readonly file: string
  readonly what: string
}

/** The rules of a house, by name. */
export type Rule =
  | "every room has a floor"
  | "imports go downwards"
  | "rooms of one floor are apart"
  | "parts of a room are apart"
  | "pure rooms import nothing worldly"
  | "pure rooms use nothing worldly"
  | "rooms outside see types of entries"
  | "only the top floor imports an entry"
  | "entries pass on names"
  | "sockets open in one place"
  | "packages are declared"
  | "every import is a file of src"
  | "no cycles"

type Room = Extract<Place, { kind: "room" }>

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/")

/** Why one room may not import another file of `src`; undefined where it may. */
const betweenRooms = (house: House, from: Room, to: Room): Rule | undefined => {
  if (from.room === to.room) return betweenParts(house, from, to)
  const here = floorOf(house, from.room)
  const there = floorOf(house, to.room)
  if (here === undefined || there === undefined) return undefined
  if (here === there) return "rooms of one floor are apart"
  return there < here ? "imports go downwards" : undefined
}

const betweenParts = (house: House, from: Room, to: Room): Rule | undefined => {
  const names = house.parted[from.room] ?? []
  const there = partOf(names, to.inside)
  return there === undefined || there === partOf(names, from.inside) ? undefined : "parts of a room are apart"
}

/** Why a file may not import another file; undefined where it may. */
const betweenFiles = (house: House, from: string, { file, typeOnly }: Import, exists: boolean): Rule | undefined => {
  if (file === undefined) return undefined
  const here = placeOf(from)
  const there = placeOf(file)
  if (there.kind === "elsewhere" || !exists) return "every import is a file of src"
  if (here.kind !== "room") return undefined
  const outside = house.outside.includes(here.room)
  if (there.kind === "entry") {
    return floorOf(house, here.room) === 0 || (outside && typeOnly) ? undefined : "only the top floor imports an entry"
  }
  if (outside && here.room !== there.room) return "rooms outside see types of entries"
  if (!outside && house.outside.includes(there.room)) return "imports go downwards"
  return betweenRooms(house, here, there)
}

/** Why a file may not import a package; undefined where it may. */
const ofPackage = (
  house: House,
  from: string,
  { specifier, typeOnly }: Import,
  declared: readonly string[]
): Rule | undefined => {
  const here = placeOf(from)
  const name = packageOf(specifier)
  if (here.kind === "room" && house.pure.includes(here.room) && !house.purePackages.includes(name)) {
    return "pure rooms import nothing worldly"
  }
  const places = house.sockets[name] ?? house.sockets[specifier]
  if (places !== undefined && !typeOnly && !places.some((place) => from.startsWith(place))) {
    return "sockets open in one place"
  }
  if (typeOnly || name.startsWith("node:") || declared.includes(name)) return undefined
  return "packages are declared"
}

const ofSource = (house: House, { file, globals, ownCode }: Source): readonly Violation[] => {
  const place = placeOf(file)
  if (place.kind !== "room") {
    return ownCode && !house.programs.includes(file)
      ? [{ rule: "entries pass on names", file, what: "code of its own" }]
      : []
  }
  const found: Violation[] = []
  if (floorOf(house, place.room) === undefined && !house.outside.includes(place.room)) {
    found.push({ rule: "every room has a floor", file, what: place.room })
  }
  if (house.pure.includes(place.room)) {
    for (const what of globals) found.push({ rule: "pure rooms use nothing worldly", file, what })
  }
  if (globals.has("fetch") && !(house.sockets["fetch"] ?? []).some((allowed) => file.startsWith(allowed))) {
    found.push({ rule: "sockets open in one place", file, what: "fetch" })
  }
  return found
}

/** Everything that the rules of a house find in a set of files. */
export const check = (house: House, sources: readonly Source[], declared: readonly string[]): readonly Violation[] => {
  const files = new Set(sources.map(({ file }) => file))
  const found = sources.flatMap((source) => [
    ...ofSource(house, source),
    ...source.imports.flatMap((imported): readonly Violation[] => {
      const rule =
        imported.file === undefined
          ? ofPackage(house, source.file, imported, declared)
          : betweenFiles(house, source.file, imported, files.has(imported.file))
      return rule === undefined ? [] : [{ rule, file: source.file, what: imported.specifier }]
    })
  ])
  const cycles = cyclesOf(new Map(sources.map(({ file, imports }) => [file, imports.flatMap((it) => it.file ?? [])])))
  return [
    ...found,
    ...cycles.map(([file, ...rest]): Violation => ({ rule: "no cycles", file, what: [...rest, file].join(" → ") }))
  ]
}

/** A closed walk: each file imports the next, and the last the first. */
type Cycle = readonly [string, ...ReadonlyArray<string>]

/** One closed walk for each edge that leads back while files are visited in order; none where there is no cycle. */
const cyclesOf = (imports: ReadonlyMap<string, readonly string[]>): readonly Cycle[] => {
  const found: Cycle[] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): void => {
    const start = path.indexOf(file)
    if (start !== -1) return void found.push([file, ...path.slice(start + 1)])
    if (done.has(file)) return
    path.push(file)
    for (const next of imports.get(file) ?? []) visit(next)
    path.pop()
    done.add(file)
  }
  for (const file of imports.keys()) visit(file)
  return found
}
