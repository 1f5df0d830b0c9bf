import { expect, it } from "vitest"
import { exactDecimal } from "../../../src/core/json/exact.ts"

it.each([
  ["0", 0],
  ["6", 6],
  ["-1", -1],
  ["0.5", 0.5],
  ["1.50", 1.5],
  ["2.00", 2],
  ["9007199254740991", 9007199254740991]
])("%s is a number", (text, number) => expect(exactDecimal(text)).toBe(number))

it.each([
  "1.0000000000000000000001",
  "9007199254740993",
  "0.30000000000000000001",
  `0.${"0".repeat(400)}1`,
  "1e3",
  " 4",
  "4 ",
  "0x4",
  "04",
  ".5",
  "5.",
  "",
  "NaN"
])("%j is none that a number holds exactly", (text) => expect(exactDecimal(text)).toBeUndefined())
