import { Buffer } from "node:buffer"
import { textOf } from "../bytes.ts"

/** Spellings in which a secret could leak: as it is, in a URL, in hex, and in base64 at each of the three offsets. */
export const spellings = (secret: string): readonly string[] => [
  ...new Set([
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString("hex"),
    ...[0, 1, 2].map((at) => base64(secret, at))
  ])
]

const base64 = (secret: string, offset: number): string => {
  const bits = Buffer.from(secret).length * 8
  const skipped = Math.ceil((offset * 8) / 6)
  const whole = Math.floor((offset * 8 + bits) / 6)
  return Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
    .toString("base64")
    .slice(skipped, whole)
}

/** Where in a value a secret stands, as a path, or undefined. Errors, maps, headers and bytes are searched too. */
export const secretIn = (value: unknown, secrets: readonly string[]): string | undefined => {
  const needles = secrets.flatMap(spellings)
  const seen = new Set<unknown>()
  const search = (at: unknown, path: string): string | undefined => {
    if (typeof at === "string") return needles.some((needle) => at.includes(needle)) ? path : undefined
    if (at instanceof Uint8Array) return search(textOf(at), path)
    if (typeof at !== "object" || at === null || seen.has(at)) return undefined
    seen.add(at)
    for (const [name, inner] of inside(at)) {
      const found = search(name, `${path} name`) ?? search(inner, `${path}.${name}`)
      if (found !== undefined) return found
    }
    return undefined
  }
  return search(value, "ledger")
}

const inside = (value: object): readonly (readonly [string, unknown])[] => {
  const own = Reflect.ownKeys(value).map((name) => [String(name), Reflect.get(value, name)] as const)
  const entries =
    value instanceof Map || value instanceof Headers ? [...value] : value instanceof Set ? [...value.entries()] : []
  return [...own, ...entries.map(([name, inner]) => [String(name), inner] as const)]
}
