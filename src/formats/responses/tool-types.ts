import type { ToolKind } from "../../core/chat/chat.ts"

/** What the vendor's own tools are, by their type; a type may go on with a date or a version. */
const kinds: readonly (readonly [type: string, kind: ToolKind])[] = [
  ["web_search", "web-search"],
  ["file_search", "file-search"],
  ["code_interpreter", "code-execution"],
  ["image_generation", "image-generation"],
  ["mcp", "mcp"],
  ["shell", "shell"],
  ["local_shell", "shell"],
  ["apply_patch", "apply-patch"],
  ["computer", "computer"],
  ["tool_search", "tool-search"]
]

/** What the vendor's tool of a type is. */
export const kindOfType = (type: string): ToolKind =>
  kinds.find(([known]) => type === known || type.startsWith(`${known}_`))?.[1] ?? "other"

/** The type of the vendor's tool that is of a kind. */
export const typeOfKind = (kind: ToolKind): string => kinds.find(([, of]) => of === kind)?.[0] ?? kind
