import type { Mutant } from "./mutant.ts"

const untold: Mutant["caughtBy"] = ["formats/crossing/untold.test.ts"]

/** Defects of what a translation leaves out beside members that nobody knows. */
export const untoldLosses: readonly Mutant[] = [
  {
    name: "the older name of a user is nobody's loss",
    file: "formats/responses/settings.ts",
    find: "if (value !== request[field]) root.untold",
    replace: "if (value === undefined) root.untold",
    caughtBy: untold
  }
]
