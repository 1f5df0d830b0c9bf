import { requestLimits } from "../caps.ts"
import { withoutEnd } from "../without-end.ts"

/**
 * The number that a text writes out: no spaces, no exponent, no other base, and no digit that a number cannot hold;
 * undefined for any other text.
 */
export const exactDecimal = (text: string): number | undefined => {
  if (text.length > requestLimits.numeral || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return undefined
  const value = Number(text)
  const plain = text.includes(".") ? withoutEnd(withoutEnd(text, "0"), ".") : text
  return String(value) === (plain === "-0" ? "0" : plain) ? value : undefined
}
