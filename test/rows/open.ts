/** Tests that fail because the code does not yet do what its row says; one that no longer fails, fails here. */
export const open: ReadonlySet<string> = new Set([
  "chat.response-format.sent · a schema · to messages",
  "chat.response-format.sent · a schema · to generate-content",
  "messages.cache-control.elsewhere · a system item · to generate-content",
  "messages.cache-control.elsewhere · a content item · to generate-content"
])
