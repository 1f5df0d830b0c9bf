/** A set of ASCII names that is asked by bytes. */
export class NameSet {
  readonly #names: ReadonlyMap<number, string>

  constructor(names: readonly string[]) {
    this.#names = new Map(names.map((name) => [hashOf(name), name]))
  }

  /** Whether the name between two positions, whose hash is known, is one of the set. */
  has(hash: number, bytes: Uint8Array, from: number, to: number): boolean {
    const name = this.#names.get(hash)
    return name !== undefined && isAt(name, bytes, from, to)
  }
}

/** Whether a name of ASCII characters stands between two positions. */
export const isAt = (name: string, bytes: Uint8Array, from: number, to: number): boolean => {
  if (name.length !== to - from) return false
  for (let index = 0; index < name.length; index++) if (name.charCodeAt(index) !== bytes[from + index]) return false
  return true
}

const hashOf = (name: string): number => {
  let hash = 0
  for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0
  return hash
}
