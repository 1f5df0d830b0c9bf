import { type ByteView, lowerHex, type SecretSpelling } from "./views.ts"

/** How many pairs of bytes are told apart. */
const pairs = 1 << 12

const pairOf = (first: number, second: number): number => ((first << 4) ^ second) & (pairs - 1)

/** What a spelling's byte may be in a text: a hexadecimal digit has two cases. */
const formsOf = (byte = 0, isHex = false): readonly number[] => (isHex && byte >= 97 ? [byte, byte & ~0x20] : [byte])

/** The pairs of bytes that may end at a place of a spelling. */
const pairsAt = ({ bytes, isHex }: SecretSpelling, at: number): readonly number[] =>
  formsOf(bytes[at - 1], isHex).flatMap((first) => formsOf(bytes[at], isHex).map((second) => pairOf(first, second)))

/**
 * Tells soon that nothing in bytes gives a secret away, by looking at about one pair of them in as many as the shortest
 * of what does so is long (S. Wu and U. Manber, 1994).
 */
export class SecretSieve {
  /** The spellings, by the pair in which as much of them ends as the shortest has that gives a secret away. */
  readonly #spellings = new Map<number, SecretSpelling[]>()
  readonly #reach: number
  /** By how much a window may move whose last two bytes are these. */
  readonly #moves: Uint8Array

  constructor(spellings: readonly SecretSpelling[]) {
    this.#reach = Math.min(255, ...spellings.map(({ least }) => least))
    this.#moves = new Uint8Array(pairs).fill(this.#reach - 1)
    for (const spelling of spellings) {
      for (let at = 1; at < this.#reach; at++) {
        for (const pair of pairsAt(spelling, at)) {
          this.#moves[pair] = Math.min(this.#moves[pair] ?? 0, this.#reach - 1 - at)
          if (at === this.#reach - 1) this.#spellings.set(pair, [...(this.#spellings.get(pair) ?? []), spelling])
        }
      }
    }
  }

  /** Whether the beginning of a spelling begins in these bytes. */
  catches(bytes: Uint8Array): boolean {
    for (let last = this.#reach - 1; last < bytes.length;) {
      const pair = pairOf(bytes[last - 1] ?? 0, bytes[last] ?? 0)
      const move = this.#moves[pair] ?? 0
      if (move === 0 && this.#holds(bytes, last + 1 - this.#reach, pair)) return true
      last += move === 0 ? 1 : move
    }
    return false
  }

  #holds(bytes: Uint8Array, from: number, pair: number): boolean {
    for (const { bytes: spelled, isHex } of this.#spellings.get(pair) ?? []) {
      let at = 0
      while (at < this.#reach && isRead(bytes[from + at], spelled[at], isHex)) at++
      if (at === this.#reach) return true
    }
    return false
  }
}

/** Whether a byte of a text is one of a spelling. */
const isRead = (byte: number | undefined, spelled: number | undefined, isHex: true | undefined): boolean =>
  byte === spelled || (isHex === true && lowerHex[byte ?? 0] === spelled)

/** Where something stands: from its first byte to behind its last. */
export interface ByteSpan {
  readonly start: number
  readonly end: number
  /** Where what was found ends, of which the rest is the run of characters that it stands in. */
  readonly found?: number
}

interface Node {
  readonly depth: number
  readonly next: Map<number, Node>
  /** The node of the longest proper suffix that is the beginning of a spelling, too. */
  fallback: Node | undefined
  /** How many of the last bytes give a secret away; 0: none. */
  length: number
  /** Which of the base64 characters next to them do so, too. */
  spills: SecretSpelling["spills"]
  /** Whether they may be but the beginning of a secret: what stands behind them goes with them. */
  isBeginning: boolean
}

const nodeAt = (depth: number, fallback?: Node): Node => ({
  depth,
  next: new Map(),
  fallback,
  length: 0,
  spills: { before: false, after: false },
  isBeginning: false
})

/**
 * Finds what spellings begin with in one pass, however many they are (A. V. Aho and M. J. Corasick, 1975). What is longer
 * than gives a secret away is found to the end of the run of characters that it stands in: were it found as far as it is
 * right, everybody could guess the rest character by character. Behind the whole of one the run ends with the line.
 */
export class SecretAutomaton {
  readonly #root = nodeAt(0)
  readonly #read: Uint8Array | undefined
  /** Which bytes a run is of. */
  readonly #run: Uint8Array

  /** `read`: as what each byte is read; absent: as itself. */
  constructor(spellings: readonly SecretSpelling[], read?: Uint8Array) {
    this.#read = read
    this.#run = runBytes(spellings)
    for (const spelling of spellings) this.#add(spelling)
    this.#link()
  }

  /** All places at which what gives a secret away ends, by their ends. */
  find({ bytes, breaks }: ByteView): readonly ByteSpan[] {
    const spans: ByteSpan[] = []
    const add = (end: number, node: Node): void => {
      const last = spans.at(-1)
      const endsLine = node.next.size === 0 && breaks?.[end] === 1
      const span = endsLine ? withSpills(bytes, end, node) : this.#spanOf(bytes, end, node, last)
      if (last === undefined || span.start < last.start || span.end > last.end) spans.push(span)
    }
    let node = this.#root
    for (let at = 0; at < bytes.length; at++) {
      const next = this.#step(node, this.#byteRead(bytes[at]))
      if (node.length > 0 && next.length !== node.length + 1) add(at, node)
      node = next
    }
    if (node.length > 0) add(bytes.length, node)
    return spans
  }

  /** What is found that ends at a place; `last`: what was found before, whose run may be this one's. */
  #spanOf(bytes: Uint8Array, at: number, node: Node, last: ByteSpan | undefined): ByteSpan {
    const span = withSpills(bytes, at, node)
    if (!node.isBeginning) return span
    if (last?.found !== undefined && at <= last.end) return { ...span, end: last.end, found: span.end }
    let { end } = span
    while (end < bytes.length && this.#run[this.#byteRead(bytes[end])] === 1) end++
    return { ...span, end, found: span.end }
  }

  #byteRead(byte = 0): number {
    return this.#read?.[byte] ?? byte
  }

  /** How many of the last bytes are the beginning of a spelling, or all of one. */
  begun(bytes: Uint8Array): number {
    return bytes.reduce((node, byte) => this.#step(node, this.#byteRead(byte)), this.#root).depth
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

  #add({ bytes, least, spills }: SecretSpelling): void {
    let node = this.#root
    for (const byte of bytes) {
      const known = node.next.get(byte) ?? nodeAt(node.depth + 1, this.#root)
      node.next.set(byte, known)
      node = known
      if (node.depth < least) continue
      node.length = node.depth
      node.isBeginning ||= bytes.length > least
      node.spills = { before: spills.before, after: node.spills.after || (node.depth === bytes.length && spills.after) }
    }
  }

  /** Gives every node its fallback, nearest to the root first. */
  #link(): void {
    const nodes = [...this.#root.next.values()]
    for (const node of nodes) {
      for (const [byte, child] of node.next) {
        child.fallback = this.#step(node.fallback ?? this.#root, byte)
        if (child.length === 0) {
          child.length = child.fallback.length
          child.spills = child.fallback.spills
        }
        child.isBeginning ||= child.fallback.isBeginning
        nodes.push(child)
      }
    }
  }
}

const withSpills = (bytes: Uint8Array, end: number, { length, spills }: Node): ByteSpan => {
  const start = end - length
  return {
    start: spills.before && isBase64(bytes[start - 1]) ? start - 1 : start,
    end: spills.after && isBase64(bytes[end]) ? end + 1 : end
  }
}

/** What the run of a hexadecimal number is of, and that of any other spelling. */
const [hexDigit, keyCharacter] = [/[\da-f]/, /[\w+/-]/]

/** What ends a text that holds a key: a run does not go over it, though a key may hold it, too. */
const textEnd = /[\0-\x20\x7F"'\\<>&]/

/** Which bytes may stand in a run with spellings: those that keys are made of, and what these secrets hold besides. */
const runBytes = (spellings: readonly SecretSpelling[]): Uint8Array => {
  const long = spellings.filter(({ bytes, least }) => bytes.length > least)
  const own = new Set(long.flatMap(({ bytes }) => [...bytes]))
  const usual = long.some(({ isHex }) => isHex) ? hexDigit : keyCharacter
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    const char = String.fromCharCode(byte)
    return usual.test(char) || (own.has(byte) && !textEnd.test(char)) ? 1 : 0
  })
}

const isBase64 = (byte: number | undefined): boolean => byte !== undefined && /[\w+/-]/.test(String.fromCharCode(byte))
