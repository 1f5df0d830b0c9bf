import type { Mutant } from "./mutant.ts"

/** Defects in endpoints: counting, lists of models, paths with verbs, streams in arrays, the end of a gateway. */
export const endpoints: readonly Mutant[] = [
  {
    name: "a key that is revoked while a body arrives is served",
    file: "gateway/serve.ts",
    find: "endpoint.auth.length === 0 || clock",
    replace: "endpoint.auth.length >= 0 || clock",
    caughtBy: ["shell/revoked.test.ts"]
  },
  {
    name: "a pointer leads beside the whole request",
    file: "endpoints/generate-content.ts",
    find: "{ body: JsonText.of(whole), at: `/${request}` }",
    replace: '{ body: JsonText.of(whole), at: "" }',
    caughtBy: ["shell/count-tokens.test.ts"]
  },
  {
    name: "anyone counts for any model",
    file: "endpoints/counting.ts",
    find: "if (model === undefined) return",
    replace: 'if (body.value.model === "") return',
    caughtBy: ["shell/count-tokens.test.ts"]
  },
  {
    name: "an estimate is told as a count",
    file: "endpoints/counting.ts",
    find: "notes = estimated ?",
    replace: "notes = !estimated ?",
    caughtBy: ["shell/count-tokens.test.ts"]
  },
  {
    name: "a short prompt is counted by the thread that serves",
    file: "endpoints/counting.ts",
    find: "counts.startsSlowly ? Infinity : 0",
    replace: "0",
    caughtBy: ["cli/counting.test.ts"]
  },
  {
    name: "a body that went to another thread is counted as if it were still here",
    file: "endpoints/counting.ts",
    find: "body: made.body, recalled",
    replace: "recalled",
    caughtBy: ["cli/counting.test.ts"]
  },
  {
    name: "counts have no rate",
    file: "endpoints/counting.ts",
    find: "return calls <= this.#most",
    replace: "return true",
    caughtBy: ["shell/count-tokens.test.ts"]
  },
  {
    name: "a second of counts never ends",
    file: "endpoints/counting.ts",
    find: "if (second !== this.#second) this.#calls.clear()",
    replace: "",
    caughtBy: ["shell/count-tokens.test.ts"]
  },
  {
    name: "a tokenizer is given all",
    file: "endpoints/counting.ts",
    find: "inPieces(tokenizer), mostCounted",
    replace: "inPieces(tokenizer), Infinity",
    caughtBy: ["shell/count-tokens.test.ts"]
  },
  {
    name: "a tokenizer is given long runs",
    file: "endpoints/counting.ts",
    find: "piecesOf(text).reduce",
    replace: "[text].reduce",
    caughtBy: ["shell/count-tokens.test.ts"]
  },
  {
    name: "an image counts nothing",
    file: "core/tokens/count.ts",
    find: "return mediaTokens",
    replace: "return 0",
    caughtBy: ["core/tokens/prompt-tokens.test.ts"]
  },
  {
    name: "a list shows models that the key may not use",
    file: "endpoints/models.ts",
    find: "[...list, ...(yield* more)].filter(({ sent }) => maySend(principal, sent))",
    replace: "[...list, ...(yield* more)].filter(({ sent }) => sent !== '')",
    caughtBy: ["shell/auth.test.ts"]
  },
  {
    name: "a page begins with the last one's end",
    file: "endpoints/models.ts",
    find: "listed.slice(after + 1, after + 1 + pageSize)",
    replace: "listed.slice(Math.max(0, after), after + 1 + pageSize)",
    caughtBy: ["shell/model-pages.test.ts"]
  },
  {
    name: "a parameter of a query is read and not documented",
    file: "endpoints/videos/generations.ts",
    find: "  query: downloadQuery,\n",
    replace: "",
    caughtBy: ["open-api/query.test.ts"]
  },
  {
    name: "a document is silent of queries",
    file: "endpoints/open-api.ts",
    find: "...queryParameters(query)]",
    replace: "...queryParameters({})]",
    caughtBy: ["videos/page.test.ts"]
  },
  {
    name: "a member of a login is documented and not read",
    file: "lab/logins.ts",
    find: 'const username = loginMembers.username.read(from, "username")',
    replace: 'const username = ""',
    caughtBy: ["open-api/members.test.ts"]
  },
  {
    name: "a page before an id begins at the first",
    file: "endpoints/models.ts",
    find: "Math.max(0, before - limit)",
    replace: "0",
    caughtBy: ["shell/model-pages.test.ts"]
  },
  {
    name: "a page has no most",
    file: "endpoints/models.ts",
    find: "Math.min(1000,",
    replace: "Math.min(1e9,",
    caughtBy: ["shell/model-pages.test.ts"]
  },
  {
    name: "the header of a version says nothing of the list",
    file: "endpoints/endpoint.ts",
    find: 'if (headers[wireNames.messagesVersionHeader] !== undefined) return "messages"',
    replace: "",
    caughtBy: ["shell/model-pages.test.ts"]
  },
  {
    name: "a path fits a route that is shorter",
    file: "gateway/route-table.ts",
    find: "given.length === wanted.length ? piecesOf",
    replace: "given.length >= wanted.length ? piecesOf",
    caughtBy: ["shell"]
  },
  {
    name: "a verb stands after the first colon",
    file: "gateway/route-table.ts",
    find: 'value.lastIndexOf(":")',
    replace: 'value.indexOf(":")',
    caughtBy: ["shell"]
  },
  {
    name: "a verb that nobody has is taken for a part of an id",
    file: "gateway/route-table.ts",
    find: "isReading(method) || !asksVerb(params)",
    replace: "true",
    caughtBy: ["shell/unmatched.test.ts"]
  },
  {
    name: "a stream in an array is left open",
    file: "exchange/serve-stream.ts",
    find: 'text += print.end("clean").join("")',
    replace: "",
    caughtBy: ["shell"]
  },
  {
    name: "a gateway that stops takes more",
    file: "gateway/gateway.ts",
    find: "supervisor?.close()",
    replace: "",
    caughtBy: ["shell/drain.test.ts"]
  },
  {
    name: "a gateway that stops does not wait",
    file: "gateway/gateway.ts",
    find: "yield* supervisor?.awaitIdle(grace) ?? Effect.void",
    replace: "",
    caughtBy: ["shell/drain.test.ts"]
  },
  {
    name: "the document of many families has the range of the narrowest",
    file: "core/reading/value-schema.ts",
    find: "maximum: endOf(schemas.map(mostIn), Math.max)",
    replace: "maximum: endOf(schemas.map(mostIn), Math.min)",
    caughtBy: ["videos/page.test.ts"]
  },
  {
    name: "the document has words for what takes any text",
    file: "core/reading/value-schema.ts",
    find: "enum: areWords ? words : undefined",
    replace: "enum: words.length > 0 ? words : undefined",
    caughtBy: ["open-api/union.test.ts"]
  },
  {
    name: "a default of one family is told of all",
    file: "core/reading/value-schema.ts",
    find: "unique(schemas.map((one) => one.default))",
    replace: "unique(schemas.flatMap((one) => one.default ?? []))",
    caughtBy: ["videos/page.test.ts"]
  },
  {
    name: "the document leaves a family out",
    file: "endpoints/open-api.ts",
    find: "[gemini, gptImage, qwenImage, seedream]",
    replace: "[gemini, gptImage, qwenImage]",
    caughtBy: ["open-api/members.test.ts"]
  },
  {
    name: "the document tells no mask of a form as a file",
    file: "endpoints/open-api.ts",
    find: "images: files, mask: file }",
    replace: "images: files }",
    caughtBy: ["open-api/forms.test.ts"]
  },
  {
    name: "the document tells of a form what it tells of JSON",
    file: "endpoints/open-api.ts",
    find: 'form === undefined ? "request" : "form"',
    replace: 'form === undefined ? "request" : "request"',
    caughtBy: ["open-api/forms.test.ts"]
  },
  {
    name: "a whole request to be counted that is none is passed over",
    file: "endpoints/generate-content.ts",
    find: "body.object?.[request] ?? undefined",
    replace: "body.object?.[request] === true ? undefined : (body.object?.[request] ?? undefined)",
    caughtBy: ["shell/pages.test.ts"]
  },
  {
    name: "the document does not tell the other name of a parameter",
    file: "families/parameters/reader.ts",
    find: "return (alias === undefined ? [name] : [name, alias]).map(",
    replace: "return [name].map(",
    caughtBy: ["open-api/members.test.ts"]
  },
  {
    name: "a range is not told of",
    file: "families/parameters/values.ts",
    find: "{ ...integers, minimum: least, maximum: most }",
    replace: "integers",
    caughtBy: ["videos/page.test.ts"]
  },
  {
    name: "the document does not tell a member of a part",
    file: "endpoints/open-api/generate-content.ts",
    find: "  thoughtSignature: text,\n",
    replace: "",
    caughtBy: ["open-api/chat.test.ts"]
  },
  {
    name: "the document tells no item of a type that few clients send",
    file: "endpoints/open-api/responses.ts",
    find: "examples: [...itemTypes]",
    replace: 'examples: ["message", "reasoning", "function_call", "function_call_output"]',
    caughtBy: ["open-api/words.test.ts"]
  },
  {
    name: "the document tells a member of chats that nobody reads",
    file: "endpoints/open-api/chat-completions.ts",
    find: "web_search_options: {",
    replace: "web_search_option: {",
    caughtBy: ["open-api/chat.test.ts"]
  },
  {
    name: "the document of chats has a range that is not the reader's",
    file: "core/reading/member-row.ts",
    find: "schema: { ...schema, minimum,",
    replace: "schema: { ...schema, minimum: minimum - 1,",
    caughtBy: ["open-api/chat.test.ts"]
  }
]
