/** Spellings that decode alike, and the one that is written. The laws read this list: nothing else may change. */
export const aliases: readonly { readonly read: string; readonly written: string; readonly why: string }[] = [
  { read: "cache_control.type: persistent", written: "type: ephemeral, ttl: 1h", why: "the endpoint tables' own word" },
  { read: "output_format", written: "output_config.format", why: "the former place" },
  { read: "Claude Code's line of accounting", written: "nothing", why: "no other vendor reads it" },
  { read: "a deferred tool that holds a place", written: "nothing", why: "it cannot be called" },
  { read: "system: []", written: "nothing", why: "no system text" },
  { read: "one count of server_tool_use absent", written: "0", why: "the other one is there" },
  { read: "mcp_servers: [] beside no tools", written: "tools: []", why: "both declare no tool" },
  { read: "tool_use.input absent", written: "input: {}", why: "a call without input" },
  { read: "tool_result.content: []", written: "content absent", why: "a result without parts" },
  { read: 'text blocks of ""', written: "nothing", why: "the vendor refuses them" },
  {
    read: "messages of one role side by side, without unknown members",
    written: "one message",
    why: "the vendor merges them"
  },
  {
    read: "results behind other blocks, or out of order",
    written: "results first, in the order of their calls",
    why: "the vendor wants them so"
  },
  { read: "document_title, title of a citation absent", written: "null", why: "null says nothing there" },
  { read: "order of members", written: "the encoder's order", why: "members have no order" },
  { read: "numerals such as 1.0 in citations", written: "the shortest numeral", why: "they are the same number" }
]

/** Members that are read over on purpose. */
export const ignored: readonly string[] = [
  "type and role of an answer",
  "stop_details.type",
  "cache_control.type",
  "cache_creation.ephemeral_5m_input_tokens, which the other counts give",
  "content_block_delta.delta.estimated_tokens",
  "ping"
]
