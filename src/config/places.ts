import { isCollection, isMap, isNode, isScalar, isSeq, visit, type Document, type YAMLMap } from "yaml"
import { groupItems } from "../core/collections.ts"
import type { Path } from "./problem.ts"

/** Where the values of a document stand. A mapping is looked through once, however many of its members are asked for. */
export class ValuePlaces {
  readonly #document: Document
  readonly #members = new Map<YAMLMap, ReadonlyMap<string, unknown>>()

  constructor(document: Document) {
    this.#document = document
  }

  /** Where the value at a path starts; where it is missing, its parent. */
  offsetOf(path: Path): number | undefined {
    let node: unknown = this.#document.contents
    let offset = startOf(node)
    for (const step of path) {
      node = this.#inside(node, step)
      offset = startOf(node) ?? offset
      if (!isCollection(node)) break
    }
    return offset
  }

  #inside(node: unknown, step: PropertyKey): unknown {
    if (isSeq(node)) return node.items[Number(step)]
    return isMap(node) ? this.#membersOf(node).get(String(step)) : undefined
  }

  #membersOf(map: YAMLMap): ReadonlyMap<string, unknown> {
    const known = this.#members.get(map)
    if (known !== undefined) return known
    const members = new Map(map.items.map(({ key, value }) => [String(nameOf(key)), value]))
    this.#members.set(map, members)
    return members
  }
}

/** What is wrong with a document as a text, and where that starts. */
export interface Broken {
  readonly message: string
  readonly pos: readonly [number, ...number[]]
}

/**
 * The names that stand in a mapping again, and those that are no texts. The parser itself would compare each with all
 * before it, and print each mapping that is a name in another as often as there are levels.
 */
export const wrongNames = (document: Document): readonly Broken[] => {
  const wrong: Broken[] = []
  const add = (message: string, key: unknown): void => void wrong.push({ message, pos: [startOf(key) ?? 0] })
  visit(document, {
    Map: (_, { items }) => {
      for (const { key } of items) if (isCollection(key)) add("Map keys must be texts", key)
      for (const [, [, ...others]] of groupItems(items, ({ key }) => nameOf(key)))
        for (const { key } of others) add("Map keys must be unique", key)
    }
  })
  return wrong
}

const nameOf = (key: unknown): unknown => (isScalar(key) ? key.value : key)

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined)
