/** The order of a source tree: which folder may import which, and who may open sockets. */
export interface House {
  /** Rooms from the top down. Rooms of one line stand side by side: none imports another. */
  readonly floors: readonly (readonly string[])[]
  /** Rooms that are synchronous and pure: no clock, no random, no network, no package of another kind. */
  readonly pure: readonly string[]
  /** Rooms made of parts that never import each other, with the names of those parts; its other files are shared. */
  readonly parted: Readonly<Record<string, readonly string[]>>
  /** Rooms that stand outside: of the house they see types of public entries, and nothing else. */
  readonly outside: readonly string[]
  /** Modules that open sockets, each with the places that may import it. */
  readonly sockets: Readonly<Record<string, readonly string[]>>
  /** Packages that the pure rooms may import. */
  readonly purePackages: readonly string[]
  /** Public entries that do more than pass names on. */
  readonly programs: readonly string[]
}

/** Where a file of `src` stands: a public entry, or a room. */
export type Place =
  | { readonly kind: "entry" }
  | { readonly kind: "room"; readonly room: string; readonly inside: readonly string[] }
  | { readonly kind: "elsewhere" }

/** The place of a file, by its path from the repository's top. */
export const placeOf = (file: string): Place => {
  const [top, room, ...inside] = file.replace(/\.ts$/u, "").split("/")
  if (top !== "src" || room === undefined) return { kind: "elsewhere" }
  return inside.length === 0 ? { kind: "entry" } : { kind: "room", room, inside }
}

/**
 * The part of its room that a file belongs to: `openai` for `openai.ts`, `openai-edits.ts`, `models/openai.ts` and
 * `openai/edits.ts`; none for `openai-compatible/edits.ts`, a folder with a name of its own.
 */
export const partOf = (names: readonly string[], inside: readonly string[]): string | undefined =>
  inside.flatMap((step, index) => {
    const isFile = index === inside.length - 1
    return names.find((name) => step === name || (isFile && step.startsWith(`${name}-`))) ?? []
  })[0]

/** How far down a room is; undefined where no floor has it. */
export const floorOf = (house: House, room: string): number | undefined => {
  const floor = house.floors.findIndex((rooms) => rooms.includes(room))
  return floor === -1 ? undefined : floor
}
