import type { Mutant } from "./mutant.ts"

/** Defects on a client's first day: bodies as curl writes them, paths that are not there, what a vendor alone can read. */
export const firstDay: readonly Mutant[] = [
  {
    name: "a lone content is refused",
    file: "formats/generate-content/context.ts",
    find: "empty: true, lone: true, nameOf",
    replace: "empty: true, nameOf",
    caughtBy: ["sdk/lone-items.test.ts"]
  },
  {
    name: "a search without its list stays a function",
    file: "families/gemini/edits.ts",
    find: "isObject(declared) ? [declared] : []",
    replace: "[]",
    caughtBy: ["sdk/lone-items.test.ts"]
  },
  {
    name: "what passes is not looked at where it has no list",
    file: "core/reading/issue-reader.ts",
    find: "if (isObject(items)) return visit(items, path)",
    replace: "if (isObject(items)) return",
    caughtBy: ["sdk/lone-items.test.ts"]
  },
  {
    name: "the line of accounting goes to every vendor",
    file: "formats/messages/messages-decode.ts",
    find: "!accounting.test(part.text)) return true",
    replace: 'part.text !== "") return true',
    caughtBy: ["sdk/claude-code.test.ts"]
  },
  {
    name: "a prompt that quotes the line of accounting goes",
    file: "formats/messages/messages-decode.ts",
    find: "[^\\n]*\\n?$/",
    replace: "/",
    caughtBy: ["sdk/claude-code.test.ts"]
  },
  {
    name: "any tool of a placeholder's name goes",
    file: "formats/messages/tools.ts",
    find: "tool.deferred !== true || ",
    replace: "",
    caughtBy: ["sdk/claude-code.test.ts"]
  },
  {
    name: "callers of Google's paths without their version are told in OpenAI's words",
    file: "endpoints/endpoint.ts",
    find: "headers[wireNames.contentKeyHeader] !== undefined || search",
    replace: "search",
    caughtBy: ["shell/unmatched.test.ts"]
  },
  {
    name: "callers of Anthropic's files are told in OpenAI's words",
    file: "endpoints/endpoint.ts",
    find: "headers[wireNames.messagesVersionHeader] !== undefined",
    replace: 'headers[wireNames.messagesVersionHeader] === ""',
    caughtBy: ["shell/unmatched.test.ts"]
  },
  {
    name: "who calls what is not served hears nothing else",
    file: "gateway/serve.ts",
    find: "meant?.advice ?? insteadOf(head.path)",
    replace: "meant?.advice",
    caughtBy: ["shell/unmatched.test.ts"]
  },
  {
    name: "a version in Cohere's URL is said twice",
    file: "families/cohere.ts",
    find: `.replace(/\\/v2\\/?$/, "")`,
    replace: "",
    caughtBy: ["rerank/cohere.test.ts"]
  },
  {
    name: "Cohere is told whether to return documents",
    file: "formats/rerank/index.ts",
    find: '[{ path: "/return_documents" }]',
    replace: "[]",
    caughtBy: ["rerank/cohere.test.ts"]
  },
  {
    name: "Cohere's clients get no meta",
    file: "formats/rerank/index.ts",
    find: "meta: {",
    replace: "metadata: {",
    caughtBy: ["rerank/cohere.test.ts"]
  },
  {
    name: "Cohere's clients are answered as Jina's",
    file: "endpoints/rerank.ts",
    find: "path === coherePath ? cohere : plain",
    replace: "plain",
    caughtBy: ["rerank/cohere.test.ts"]
  },
  {
    name: "an open object is closed although a call could have it",
    file: "formats/messages/settings.ts",
    find: "if (taken.sayable) {",
    replace: "{",
    caughtBy: ["sdk/structured-output.test.ts"]
  },
  {
    name: "a bound that the vendor refuses is sent",
    file: "formats/messages/schema.ts",
    find: '  "multipleOf",\n',
    replace: "",
    caughtBy: ["formats/messages/closed.test.ts"]
  },
  {
    name: "a bound is forgotten and not told",
    file: "formats/messages/schema.ts",
    find: 'out["description"] = describedBy(schema, bounds)',
    replace: "",
    caughtBy: ["formats/messages/closed.test.ts"]
  },
  {
    name: "a strict tool keeps its bounds",
    file: "formats/messages/tools.ts",
    find: "strict ?? input.printable",
    replace: "input.printable",
    caughtBy: ["sdk/structured-output.test.ts"]
  },
  {
    name: "the sandbox takes strict tools with open objects",
    file: "sandbox/anthropic/refusals/schemas.ts",
    find: 'member(tool, "strict") === true ? open(member(tool, "input_schema"), `tools.${index}.custom`) : undefined',
    replace: "undefined",
    caughtBy: ["sandbox/messages-refusals.test.ts"]
  },
  {
    name: "a poll that failed has no line",
    file: "exchange/videos/poll.ts",
    find: "Effect.andThen(tellCallFailed(about, error), Effect.fail(failed))",
    replace: "Effect.fail(failed)",
    caughtBy: ["videos/poll-faults.test.ts"]
  },
  {
    name: "a task that failed at its vendor has no line",
    file: "exchange/videos/poll.ts",
    find: "yield* tellTaskFailed(about)",
    replace: "yield* Effect.void",
    caughtBy: ["videos/poll-faults.test.ts"]
  },
  {
    name: "a film that filters withheld is not missed",
    file: "formats/veo.ts",
    find: "if (!wasFiltered(inner)) return task",
    replace: "if (inner !== answer || wasFiltered(inner)) return task",
    caughtBy: ["videos/answers.test.ts"]
  }
]
