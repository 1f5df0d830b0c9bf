import type { Mutant } from "./mutant.ts"

/** Defects in the formats and in what composes them. */
export const formats: readonly Mutant[] = []
