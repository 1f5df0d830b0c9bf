/** Names that clients may use for another model: the one edit that the bench makes to bytes that pass. */
export const aliases: ReadonlyMap<string, string> = new Map([["house-default", "gpt-4o"]])

/** The key that every server under test is asked with. */
export const clientKey = "bench-client-key"
