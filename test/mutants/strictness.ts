import type { Mutant } from "./mutant.ts"

const idle: Mutant["caughtBy"] = ["formats/crossing/idle-values.test.ts"]

/** Defects of what `strict` refuses and lets pass, and of what a translation weakens without a word. */
export const strictness: readonly Mutant[] = [
  {
    name: "a value that changes nothing is a loss like another",
    file: "core/notes/note.ts",
    find: "    isIdle(field, new",
    replace: "    !isIdle(field, new",
    caughtBy: idle
  },
  {
    name: "a member of one format alone that changes nothing is a loss like another",
    file: "core/notes/note.ts",
    find: "idle === undefined || !isIdle(path, value)",
    replace: "idle === undefined || value !== undefined",
    caughtBy: idle
  },
  {
    name: "where a request is to be answered is bookkeeping",
    file: "core/notes/note.ts",
    find: "path !== region && ",
    replace: "",
    caughtBy: idle
  },
  {
    name: "where a search may look is a setting like others",
    file: "core/chat/tool.ts",
    find: '? "unsupported" : "tool-setting"',
    replace: '? "tool-setting" : "tool-setting"',
    caughtBy: ["formats/crossing/stand-in-settings.test.ts"]
  },
  {
    name: "that a document is to be cited is a detail",
    file: "formats/chat-completions/media.ts",
    find: 'field === "cite" ? "unsupported" : ',
    replace: "",
    caughtBy: idle
  }
]
