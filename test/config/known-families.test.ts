import { expect, it } from "vitest"
import { makesTasks } from "../../src/config/known-families.ts"

it.each([
  ["openai", false],
  ["claude", false],
  ["gptimage", false],
  ["sora", true],
  ["veo", true],
  ["seedance", true]
] as const)("whether what %s makes takes tasks: %s", (family, is) => expect(makesTasks(family)).toBe(is))
