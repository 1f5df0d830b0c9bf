import type { Spelling } from "./spellings.ts"

/** Where something stands: from its first byte to behind its last. */
export interface Span {
  readonly start: number
  readonly end: number
}

interface Node {
  readonly depth: number
  readonly next: Map<number, Node>
  /** The node of the longest proper suffix that is the beginning of a spelling, too. */
  fallback: Node | undefined
  /** The longest spelling that ends here. */
  ends: Spelling | undefined
}

const nodeAt = (depth: number, fallback?: Node): Node => ({ depth, next: new Map(), fallback, ends: undefined })

/** Finds spellings in one pass, however many they are (A. V. Aho and M. J. Corasick, 1975). */
export class Automaton {
  readonly #root = nodeAt(0)

  constructor(spellings: readonly Spelling[]) {
    for (const spelling of spellings) this.#add(spelling)
    this.#link()
  }

  /** All places at which a spelling ends, by their ends. */
  find(bytes: Uint8Array): readonly Span[] {
    const spans: Span[] = []
    let node = this.#root
    for (let at = 0; at < bytes.length; at++) {
      node = this.#step(node, bytes[at] ?? 0)
      if (node.ends !== undefined) spans.push(withSpills(bytes, at + 1, node.ends))
    }
    return spans
  }

  /** How many of the last bytes are the beginning of a spelling, or all of one. */
  begun(bytes: Uint8Array): number {
    return bytes.reduce((node, byte) => this.#step(node, byte), this.#root).depth
  }

  #step(from: Node, byte: number): Node {
    let node = from
    let next = node.next.get(byte)
    while (next === undefined && node.fallback !== undefined) {
      node = node.fallback
      next = node.next.get(byte)
    }
    return next ?? node
  }

  #add(spelling: Spelling): void {
    let node = this.#root
    for (const byte of spelling.bytes) {
      const known = node.next.get(byte) ?? nodeAt(node.depth + 1, this.#root)
      node.next.set(byte, known)
      node = known
    }
    node.ends = spelling
  }

  /** Gives every node its fallback, nearest to the root first. */
  #link(): void {
    const nodes = [...this.#root.next.values()]
    for (const node of nodes) {
      for (const [byte, child] of node.next) {
        child.fallback = this.#step(node.fallback ?? this.#root, byte)
        child.ends ??= child.fallback.ends
        nodes.push(child)
      }
    }
  }
}

const withSpills = (bytes: Uint8Array, end: number, { bytes: { length }, spills }: Spelling): Span => {
  const start = end - length
  return {
    start: spills.before && isBase64(bytes[start - 1]) ? start - 1 : start,
    end: spills.after && isBase64(bytes[end]) ? end + 1 : end
  }
}

const isBase64 = (byte: number | undefined): boolean => byte !== undefined && /[\w+/-]/.test(String.fromCharCode(byte))
