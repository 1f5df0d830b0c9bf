import type { ContentPart, ToolDefinition } from "../../../core/chat/chat.ts"
import type { IssueReader } from "../../../core/reading/issue-reader.ts"
import { rules } from "../rules.ts"

/**
 * The system prompt without the line of Claude Code's accounting, which is another in every request: no other vendor
 * reads it, and where a prompt begins with it nothing of the prompt is found in a cache.
 *
 * @see https://github.com/anthropics/claude-code/issues/68900 (read 2026-11)
 * @see https://github.com/sgl-project/sglang/pull/29169 where another server leaves it out
 */
export const withoutAccounting = (reader: IssueReader, parts: readonly ContentPart[]): readonly ContentPart[] =>
  parts.filter((part) => {
    if (part.type !== "text" || !accounting.test(part.text)) return true
    reader.notes.push(rules.note("accounting", part.at ?? ""))
    return false
  })

const accounting = /^x-anthropic-billing-header:[^\n]*\n?$/

/**
 * The tools without those that hold a place for tools to come, so that the vendor's cache stands: they cannot be
 * called, and other vendors, which put off no tools, would offer them.
 *
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool (read 2026-11)
 */
export const withoutPlaceholders = (reader: IssueReader, tools: readonly ToolDefinition[]): readonly ToolDefinition[] =>
  tools.filter((tool) => {
    if (tool.type !== "function" || tool.deferred !== true || !placeholders.has(tool.name)) return true
    reader.notes.push(rules.note("placeholder", tool.at ?? ""))
    return false
  })

/** The names that Claude Code and pi give them. */
const placeholders: ReadonlySet<string> = new Set(["DeferredToolPlaceholder", "__pi_deferred_placeholder__"])
