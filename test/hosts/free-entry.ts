import type { BodyEntry } from "../../src/gateway/body-ledger.ts"

/** The entry of a body that may hold whatever it wants. */
export const freeEntry: BodyEntry = { refuses: () => undefined, take: () => undefined, end: () => undefined }
