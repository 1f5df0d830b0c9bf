import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { keptIn } from "./store-from-texts.ts"
import {
  ResponseStore,
  fittingTexts,
  mostSwept,
  type NamedText,
  type TextLimits,
  textLimits,
  textsIn,
  type TextRows
} from "./store.ts"

/** Keeps responses in this process's memory: they end with it. */
export const layerMemory = (limits?: Partial<TextLimits>): Layer.Layer<ResponseStore> =>
  Layer.sync(ResponseStore)(() => keptIn(memoryTexts(textLimits(limits))))

/** Texts kept in maps. */
export const memoryTexts = (limits: TextLimits): TextRows => {
  const shelves = new Shelves(limits)
  return {
    put: (owner, texts, now) => Effect.try({ try: () => shelves.put(owner, texts, now), catch: (why) => why }),
    get: (owner, names, now) => Effect.suspend(() => textsIn(shelves.get(owner, names, now))),
    remove: (owner, names, now) => Effect.sync(() => shelves.remove(owner, names, now)),
    probe: Effect.void
  }
}

interface Entry {
  readonly shelf: OwnShelf
  readonly name: string
  /** Bytes of its own, and no part of the text of a whole body, which would stay as long as it does. */
  readonly bytes: Uint8Array
  readonly size: number
  readonly expires: number
}

/** Texts, the longest unused first, and how large they are together. */
class Shelf {
  readonly #entries = new Set<Entry>()
  size = 0

  /** Puts a text behind all others. */
  add(entry: Entry): void {
    this.#entries.add(entry)
    this.size += entry.size
  }

  drop(entry: Entry): void {
    if (this.#entries.delete(entry)) this.size -= entry.size
  }

  /** The first texts, as long as the shelf is larger than that. */
  *beyond(most: number): Generator<Entry, void, void> {
    for (const entry of this.#entries) {
      if (this.size <= most) return
      yield entry
    }
  }
}

/** Texts of one owner. */
class OwnShelf extends Shelf {
  readonly owner: string
  readonly names = new Map<string, Entry>()

  constructor(owner: string) {
    super()
    this.owner = owner
  }
}

/** The texts of all owners: whatever is done costs what the texts cost that it is done to, however many others there are. */
class Shelves {
  readonly #owners = new Map<string, OwnShelf>()
  readonly #all = new Shelf()
  /** All texts as they were written, the oldest first: their time is over in this order. */
  readonly #written = new Set<Entry>()
  readonly #limits: TextLimits

  constructor(limits: TextLimits) {
    this.#limits = limits
  }

  put(owner: string, texts: readonly NamedText[], now: number): void {
    const fitting = fittingTexts(texts, this.#limits)
    this.#sweep(now)
    const shelf = this.#owners.get(owner) ?? new OwnShelf(owner)
    const expires = now + this.#limits.life
    for (const { name, bytes, size } of fitting) {
      this.#drop(shelf.names.get(name))
      const entry = { shelf, name, bytes, size, expires }
      this.#add(entry)
      this.#written.add(entry)
    }
    this.#owners.set(owner, shelf)
    for (const entry of shelf.beyond(this.#limits.owner)) this.#drop(entry)
    for (const entry of this.#all.beyond(this.#limits.all)) this.#drop(entry)
  }

  get(owner: string, names: readonly string[], now: number): ReadonlyMap<string, Uint8Array> {
    const shelf = this.#owners.get(owner)
    const found = new Map<string, Uint8Array>()
    for (const name of names) {
      const entry = shelf?.names.get(name)
      if (entry === undefined || entry.expires <= now) continue
      this.#take(entry)
      this.#add(entry)
      found.set(name, entry.bytes)
    }
    return found
  }

  remove(owner: string, names: readonly string[], now: number): boolean {
    const there = this.get(owner, names, now).size > 0
    for (const name of names) this.#drop(this.#owners.get(owner)?.names.get(name))
    return there
  }

  #add(entry: Entry): void {
    entry.shelf.names.set(entry.name, entry)
    entry.shelf.add(entry)
    this.#all.add(entry)
  }

  #take(entry: Entry): void {
    entry.shelf.names.delete(entry.name)
    entry.shelf.drop(entry)
    this.#all.drop(entry)
  }

  #drop(entry: Entry | undefined): void {
    if (entry === undefined) return
    this.#take(entry)
    this.#written.delete(entry)
    if (entry.shelf.names.size === 0) this.#owners.delete(entry.shelf.owner)
  }

  /** Forgets what is over, some at a time. */
  #sweep(now: number): void {
    let left = mostSwept
    for (const entry of this.#written) {
      if (entry.expires > now || left-- === 0) return
      this.#drop(entry)
    }
  }
}
