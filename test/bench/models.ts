import type { FormatId } from "./bodies.ts"

/** The model that each format's upstream serves: who asks for it is sent there in that format. */
export const modelOf: Readonly<Record<FormatId, string>> = {
  "chat-completions": "gpt-4o",
  messages: "claude-sonnet-4-5"
}

/** Names that clients may use for another model: the one edit that the bench makes to bytes that pass. */
export const aliases: ReadonlyMap<string, string> = new Map([["house-default", "gpt-4o"]])

/** The key that every server under test is asked with. */
export const clientKey = "bench-client-key"
