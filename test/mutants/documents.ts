import type { Mutant } from "./mutant.ts"

const caughtBy = ["formats/crossing/documents.test.ts"]

/** Defects of what is said of a document, and of the labels of a request. */
export const documents: readonly Mutant[] = [
  {
    name: "documents: what is said of one is lost for Gemini",
    file: "formats/generate-content/parts.ts",
    find: 'part.type === "media" ? unfolded(to, part) : []',
    replace: 'part.type === "media" && part.source.kind === "parts" ? unfolded(to, part) : []',
    caughtBy
  },
  {
    name: "documents: what is said of a file is lost for chat completions",
    file: "formats/chat-completions/parts.ts",
    find: 'source.kind === "text" ? "" : aboutFile(',
    replace: 'source.kind !== "parts" ? "" : aboutFile(',
    caughtBy
  },
  {
    name: "documents: a file by its URL is taken for one with a name in the Responses API",
    file: "formats/responses/parts.ts",
    find: 'part.name === undefined && out["file_data"] !== undefined',
    replace: "part.name === undefined",
    caughtBy
  },
  {
    name: "documents: what is said of one in a result is glued to the text before it",
    file: "formats/generate-content/tool-results.ts",
    find: "texts.length === 0 || it === part ? text : `\\n${text}`",
    replace: "text",
    caughtBy
  },
  {
    name: "documents: an empty title is a line",
    file: "core/chat/codec.ts",
    find: ".filter(Boolean)",
    replace: "",
    caughtBy
  },
  {
    name: "labels are sent to chat completions, which refuse them where nothing is stored",
    file: "formats/chat-completions/settings.ts",
    find: ', { refused: "bookkeeping/metadata" }',
    replace: "",
    caughtBy
  }
]
