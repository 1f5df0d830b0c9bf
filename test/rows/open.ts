/** Tests that fail because the code does not yet do what its row says; one that no longer fails, fails here. */
export const open: ReadonlySet<string> = new Set()
