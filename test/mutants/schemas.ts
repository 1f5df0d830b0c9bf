import type { Mutant } from "./mutant.ts"

const unsayable = ["formats/messages/unsayable.test.ts"]
const places = ["shell/note-places.test.ts"]

/** Defects of how schemas are sent that a vendor cannot hold its model to. */
export const schemas: readonly Mutant[] = [
  {
    name: "schemas: a map is closed, so that nothing can be answered",
    file: "formats/messages/schema.ts",
    find: " || isObject(others)",
    replace: "",
    caughtBy: unsayable
  },
  {
    name: "schemas: a map of anything is closed",
    file: "formats/messages/schema.ts",
    find: "others === true || ",
    replace: "",
    caughtBy: unsayable
  },
  {
    name: "schemas: an object of any members is closed",
    file: "formats/messages/schema.ts",
    find: "Object.keys(objectOr(properties) ?? {}).length === 0 || ",
    replace: "",
    caughtBy: unsayable
  },
  {
    name: "schemas: an object is closed beside a choice that names its members",
    file: "formats/messages/schema.ts",
    find: " || hasKeyword(schema, choiceKeywords)",
    replace: "",
    caughtBy: unsayable
  },
  {
    name: "schemas: an object that may be null stays open",
    file: "formats/messages/schema.ts",
    find: '(isArray(type) && type.includes("object")) || ',
    replace: "",
    caughtBy: unsayable
  },
  {
    name: "schemas: an object among the values goes to Claude",
    file: "formats/messages/schema.ts",
    find: "isArray(value) || isObject(value)",
    replace: "isArray(value)",
    caughtBy: unsayable
  },
  {
    name: "schemas: a list of values is not looked into",
    file: "formats/messages/schema.ts",
    find: "isArray(values) ? values : []",
    replace: "[]",
    caughtBy: unsayable
  },
  {
    name: "schemas: names by a pattern go to Claude",
    file: "formats/messages/schema.ts",
    find: '["not", "patternProperties"]',
    replace: '["not"]',
    caughtBy: unsayable
  },
  {
    name: "schemas: what a value is not goes to Claude",
    file: "formats/messages/schema.ts",
    find: '["not", "patternProperties"]',
    replace: '["patternProperties"]',
    caughtBy: unsayable
  },
  {
    name: "schemas: a tuple is not looked into",
    file: "core/chat/tool.ts",
    find: '"prefixItems", ',
    replace: "",
    caughtBy: unsayable
  },
  {
    name: "schemas: a reference inside a map begins elsewhere",
    file: "core/chat/tool.ts",
    find: '"additionalProperties", ',
    replace: "",
    caughtBy: unsayable
  },
  {
    name: "schemas: a choice is the root of the tool that stands in",
    file: "formats/messages/settings.ts",
    find: " || hasKeyword(root, choiceKeywords)",
    replace: "",
    caughtBy: unsayable
  },
  {
    name: "schemas: references of a schema that moved lead nowhere",
    file: "formats/messages/settings.ts",
    find: "value: insideOf(schema.source)",
    replace: "value: schema.source",
    caughtBy: unsayable
  },
  {
    name: "schemas: what cannot be said is not asked for where a call cannot be forced",
    file: "formats/messages/settings.ts",
    find: 'if (to.target.forcedChoice === "never") return encodeInWords',
    replace: 'if (to.target.forcedChoice === "never" && !mustCall(to.request)) return encodeInWords',
    caughtBy: unsayable
  },
  {
    name: "schemas: a strict tool that OpenAI refuses goes to its Responses API",
    file: "formats/responses/tools.ts",
    find: "strict: isHeld && !inVain",
    replace: "strict: isHeld",
    caughtBy: ["formats/responses/strict.test.ts"]
  },
  {
    name: "schemas: that a tool is not strict is not told",
    file: "formats/responses/tools.ts",
    find: "if (inVain) note",
    replace: 'if (!inVain && tool.name === "") note',
    caughtBy: ["formats/responses/strict.test.ts"]
  },
  {
    name: "schemas: an effort that was brought down has no place",
    file: "exchange/note-pointers.ts",
    find: "own.thinking ?",
    replace: "own.thinking === null ?",
    caughtBy: places
  },
  {
    name: "schemas: an effort that follows from a budget is noted where no effort is",
    file: "exchange/note-pointers.ts",
    find: 'request.thinking?.effort === undefined ? "budget" : "effort"',
    replace: '"effort"',
    caughtBy: places
  },
  {
    name: "schemas: Claude's effort has no place of its own",
    file: "formats/messages/settings.ts",
    find: '  ["thinking.effort", "/output_config/effort"],\n',
    replace: "",
    caughtBy: places
  },
  {
    name: "schemas: the effort of the Responses API has no place of its own",
    file: "formats/responses/thinking.ts",
    find: '  root.place("thinking.effort", "/reasoning/effort")\n',
    replace: "",
    caughtBy: places
  },
  {
    name: "a strict function without parameters is open for the Responses API",
    file: "formats/responses/tools.ts",
    find: "emptySchema(isHeld)",
    replace: "emptySchema()",
    caughtBy: ["formats/responses/strict.test.ts"]
  },
  {
    name: "a strict function without parameters is open for chat completions",
    file: "formats/chat-completions/tools.ts",
    find: "  if (isHeldToSchema(tool) && !writing.own) named.input ??= nothingStrict\n",
    replace: "",
    caughtBy: ["formats/chat-completions/request-encode-tools.test.ts"]
  }
]
