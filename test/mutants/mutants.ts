import { formats } from "./formats.ts"
import type { Mutant } from "./mutant.ts"
import { shell } from "./shell.ts"
import { words } from "./words.ts"

/** Every defect that is planted. */
export const mutants: readonly Mutant[] = [...words, ...formats, ...shell]
