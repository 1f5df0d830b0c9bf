import type { Failure } from "./engine.ts"

/** A failure as lines to be read, and to be made a fixture of; bytes that are no UTF-8 are escaped. */
export const printed = ({ target, seed, number, fault, least }: Failure): string =>
  [
    `${target}: ${fault.slice(0, 2000)}`,
    `  again: npm run fuzz -- --target ${target} --seed ${seed} --case ${number}`,
    `  how:   ${JSON.stringify(least.how)}`,
    `  bytes: ${shown(least.bytes)}`
  ].join("\n")

const shown = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes).toString()
  const isText = Buffer.from(text).equals(Buffer.from(bytes))
  const whole = isText ? JSON.stringify(text) : `latin1 ${JSON.stringify(Buffer.from(bytes).toString("latin1"))}`
  return whole.length > 2000 ? `${whole.slice(0, 2000)} … (${bytes.length} bytes)` : whole
}
