import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { keptIn } from "./store-from-texts.ts"
import { ResponseStore } from "./store.ts"
import { fittingSize, type NamedText, sizeOf, type TextLimits, textLimits, type TextRows } from "./texts.ts"

/** Keeps responses in this process's memory: they end with it. */
export const layerMemory = (limits?: Partial<TextLimits>): Layer.Layer<ResponseStore> =>
  Layer.sync(ResponseStore)(() => keptIn(memoryTexts(textLimits(limits))))

/** Texts kept in maps. */
export const memoryTexts = (limits: TextLimits): TextRows => {
  const shelves = new Shelves(limits)
  return {
    put: (owner, texts, now) => Effect.try({ try: () => shelves.put(owner, texts, now), catch: (why) => why }),
    get: (owner, names, now) => Effect.sync(() => shelves.get(owner, names, now)),
    remove: (owner, names, now) => Effect.sync(() => shelves.remove(owner, names, now))
  }
}

interface Entry {
  readonly text: string
  readonly size: number
  readonly expires: number
  /** Grows with each reading and writing of any text. */
  readonly used: number
}

/** Texts of an owner, the longest unused first, and how large they are together. */
class Shelf {
  readonly entries = new Map<string, Entry>()
  size = 0

  keep(name: string, entry: Entry): void {
    this.drop(name)
    this.entries.set(name, entry)
    this.size += entry.size
  }

  drop(name: string): void {
    this.size -= this.entries.get(name)?.size ?? 0
    this.entries.delete(name)
  }

  /** The one that was not used for longest. */
  get oldest(): readonly [name: string, entry: Entry] | undefined {
    const [first] = this.entries
    return first
  }
}

/** The shelves of all owners. */
class Shelves {
  readonly #shelves = new Map<string, Shelf>()
  readonly #limits: TextLimits
  #used = 0

  constructor(limits: TextLimits) {
    this.#limits = limits
  }

  put(owner: string, texts: readonly NamedText[], now: number): void {
    fittingSize(texts, this.#limits)
    this.#sweep(now)
    const shelf = this.#shelves.get(owner) ?? new Shelf()
    this.#shelves.set(owner, shelf)
    const expires = now + this.#limits.life
    for (const { name, text } of texts)
      shelf.keep(name, { text, size: sizeOf({ name, text }), expires, used: ++this.#used })
    while (shelf.size > this.#limits.owner) shelf.drop(shelf.oldest?.[0] ?? "")
    while (this.#size > this.#limits.all) this.#evict()
  }

  get(owner: string, names: readonly string[], now: number): ReadonlyMap<string, string> {
    const shelf = this.#shelves.get(owner)
    const found = new Map<string, string>()
    for (const name of names) {
      const entry = shelf?.entries.get(name)
      if (shelf === undefined || entry === undefined || entry.expires <= now) continue
      shelf.keep(name, { ...entry, used: ++this.#used })
      found.set(name, entry.text)
    }
    return found
  }

  remove(owner: string, names: readonly string[], now: number): boolean {
    const there = this.get(owner, names, now).size > 0
    const shelf = this.#shelves.get(owner)
    for (const name of names) shelf?.drop(name)
    return there
  }

  get #size(): number {
    let size = 0
    for (const shelf of this.#shelves.values()) size += shelf.size
    return size
  }

  #sweep(now: number): void {
    for (const [owner, shelf] of this.#shelves) {
      for (const [name, { expires }] of shelf.entries) if (expires <= now) shelf.drop(name)
      if (shelf.entries.size === 0) this.#shelves.delete(owner)
    }
  }

  /** Lets the text go that was not used for longest, whosever it is. */
  #evict(): void {
    const usedOf = (shelf: Shelf): number => shelf.oldest?.[1].used ?? Infinity
    const [first] = [...this.#shelves.values()].toSorted((a, b) => usedOf(a) - usedOf(b))
    first?.drop(first.oldest?.[0] ?? "")
  }
}
