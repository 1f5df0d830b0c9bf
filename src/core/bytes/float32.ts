import { encodeBytes } from "./base64.ts"

/** Bytes of one number. */
const width = 4

/** Numbers as base64 of little-endian float32, as vectors are sent in fewer bytes. */
export const encodeFloats = (numbers: readonly number[]): string => {
  const view = new DataView(new ArrayBuffer(numbers.length * width))
  for (let index = 0; index < numbers.length; index++) view.setFloat32(index * width, numbers[index] ?? 0, true)
  return encodeBytes(new Uint8Array(view.buffer))
}

/** The numbers of such a text; undefined where it is no base64 of whole finite numbers. */
export const decodeFloats = (base64: string): readonly number[] | undefined => {
  const binary = binaryOf(base64)
  if (binary === undefined || binary.length % width !== 0) return undefined
  const view = new DataView(new ArrayBuffer(binary.length))
  for (let at = 0; at < binary.length; at++) view.setUint8(at, binary.charCodeAt(at))
  const numbers: number[] = []
  for (let at = 0; at < binary.length; at += width) numbers.push(view.getFloat32(at, true))
  return numbers.every(Number.isFinite) ? numbers : undefined
}

const binaryOf = (base64: string): string | undefined => {
  try {
    return atob(base64)
  } catch {
    return undefined
  }
}
