/**
 * The names that a deployment may spell in its own way. The first of each list is written, all are read.
 * The defaults hold the spelling of the gateway's endpoint tables and the vendors' own.
 */
export interface WireNames {
  /** Members that ask for reasoning inside `content`: `<prefix>_thinking_to_content`. */
  readonly thinkingToContent: readonly string[]
  /** Function names and tool members that mean web search for the content-style family. */
  readonly webSearch: readonly string[]
  /** Members of `extra_body` that carry the content-style family's own fields. */
  readonly native: readonly string[]
  /** The product's word, a segment and part of names in the paths of endpoints that the tables call by it. */
  readonly product: readonly string[]
  /** The header that carries the message-style API version. */
  readonly messagesVersionHeader: string
  /** Headers that carry the content-style family's key. */
  readonly contentKeyHeader: string
}

/** The default spellings. */
export const wireNames: WireNames = {
  thinkingToContent: ["gateway_thinking_to_content", "thinking_to_content"],
  webSearch: ["googleSearch", "webSearch"],
  native: ["google", "native"],
  product: ["gateway"],
  messagesVersionHeader: "anthropic-version",
  contentKeyHeader: "x-goog-api-key"
}
