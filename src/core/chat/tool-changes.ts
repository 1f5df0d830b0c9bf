import type { ChatRequest, ToolDefinition } from "./chat.ts"

/**
 * The tools that a conversation ends with: those that came or went in its course are folded in, for a format whose
 * tools cannot change. A declared tool that was taken away, and not brought back, is left out.
 */
export const toolsAtEnd = ({ tools, messages }: ChatRequest): readonly ToolDefinition[] | undefined => {
  let gone: Set<string> | undefined
  for (const { role, parts } of messages) {
    if (role !== "system") continue
    for (const part of parts) {
      if (part.type !== "tool-change" || part.name === undefined) continue
      gone ??= new Set()
      if (part.change === "remove") gone.add(part.name)
      else gone.delete(part.name)
    }
  }
  if (tools === undefined || gone === undefined || gone.size === 0) return tools
  const left = gone
  return tools.filter(({ name }) => name === undefined || !left.has(name))
}
