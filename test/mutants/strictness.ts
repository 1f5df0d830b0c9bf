import type { Mutant } from "./mutant.ts"

const idle: Mutant["caughtBy"] = ["formats/crossing/idle-values.test.ts"]

const enforced: Mutant["caughtBy"] = ["formats/crossing/enforced-schemas.test.ts"]

/** Defects of what `strict` refuses and lets pass, and of what a translation weakens without a word. */
export const strictness: readonly Mutant[] = [
  {
    name: "a value that changes nothing is a loss like another",
    file: "core/notes/note.ts",
    find: "isIdleField(field, Reflect.get(node, field), format)",
    replace: "!isIdleField(field, Reflect.get(node, field), format)",
    caughtBy: idle
  },
  {
    name: "a member of one format alone that changes nothing is a loss like another",
    file: "core/notes/note.ts",
    find: "idle === undefined || !isIdleMember(path, value)",
    replace: "idle === undefined || value !== undefined",
    caughtBy: idle
  },
  {
    name: "a nucleus that is OpenAI's is Google's, too",
    file: "core/notes/idle.ts",
    find: "idleFieldsOf[format]?.get(field) ?? ",
    replace: "",
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
  },
  {
    name: "a schema that its vendor enforces is none for OpenAI",
    file: "formats/openai/output-format.ts",
    find: "return { ...output, strict: true }",
    replace: "return output",
    caughtBy: enforced
  },
  {
    name: "that OpenAI does not hold an answer to its schema is not told",
    file: "formats/openai/output-format.ts",
    find: "  lose()\n",
    replace: "",
    caughtBy: enforced
  },
  {
    name: "a schema is strict in words that OpenAI may refuse",
    file: "formats/openai/strict.ts",
    find: "!plainFormats.has(format) || ",
    replace: "",
    caughtBy: enforced
  },
  {
    name: "a function of the Responses API is not strict that does not say so",
    file: "formats/openai/tools.ts",
    find: "input === undefined || !isStrictAsItStands(input)",
    replace: 'input === undefined || tool.type === "function"',
    caughtBy: enforced
  },
  {
    name: "a user's name is sent however long it is",
    file: "formats/openai/limits.ts",
    find: "userLengths.get(member) ?? Infinity",
    replace: "Infinity",
    caughtBy: enforced
  },
  {
    name: "more labels are sent than OpenAI takes",
    file: "formats/openai/limits.ts",
    find: " || left === 0",
    replace: "",
    caughtBy: enforced
  }
]
