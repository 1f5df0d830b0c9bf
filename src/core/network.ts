/**
 * The network that one client has: an address of version 4 itself, also where it is mapped into version 6; of version 6
 * the first 64 bits, whose rest its owner chooses.
 */
export const networkOf = (address: string): string => {
  if (!address.includes(":")) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [before = "", after] = address.toLowerCase().split("::")
  const front = groupsOf(before)
  const back = groupsOf(after ?? "")
  const zeros =
    after === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => "0")
  return [...front, ...zeros, ...back].slice(0, 4).map(withoutZeros).join(":")
}

const groupsOf = (text: string): readonly string[] => (text === "" ? [] : text.split(":"))

/** A group without leading zeros. */
const withoutZeros = (group: string): string => group.replace(/^0+(?=.)/, "")
