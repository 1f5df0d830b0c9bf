import type { Mutant } from "./mutant.ts"

/** Defects in what serves: credentials, exchange, families, upstream and the rest. */
export const shell: readonly Mutant[] = [
  {
    name: "what is no HTTP is told in OpenAI's words at every path",
    file: "hosts/node-server.ts",
    find: 'return target.startsWith("/") ? [method, target] : ["GET", "/"]',
    replace: 'return ["GET", "/"]',
    caughtBy: ["hosts/malformed.test.ts"]
  },
  {
    name: "a request whose chunks are broken is told in OpenAI's words",
    file: "hosts/node-server.ts",
    find: "readonly [string, string] => [method, url]",
    replace: "readonly [string, string] => [method, url.slice(0, 1)]",
    caughtBy: ["hosts/malformed.test.ts"]
  },
  {
    name: "a long text is sent in another encoding",
    file: "upstream/node-content.ts",
    find: '"utf16le"), "utf16le", "utf8")',
    replace: '"utf16le"), "utf16le", "latin1")',
    caughtBy: ["shell/node-content.test.ts"]
  },
  {
    name: "half a surrogate pair ends a call",
    file: "upstream/node-content.ts",
    find: "  } catch {\n    return text\n  }",
    replace: "  } finally {\n    void long\n  }",
    caughtBy: ["shell/node-content.test.ts"]
  },
  {
    name: "a removed member leaves its comma",
    file: "exchange/body.ts",
    find: "else if (copied > 0) cuts.push",
    replace: "else if (copied > 99) cuts.push",
    caughtBy: ["shell/splice.test.ts"]
  },
  {
    name: "bytes are cut as if no character took three",
    file: "exchange/body.ts",
    find: "code >= 0xd800 && code < 0xe000) ? 1 : 2",
    replace: "code >= 0xd800 && code < 0xe000) ? 1 : 1",
    caughtBy: ["shell/splice.test.ts"]
  },
  {
    name: "an added member has no comma",
    file: "exchange/body.ts",
    find: "copied > 0 ? `,${added}` : added",
    replace: "added",
    caughtBy: ["shell/splice.test.ts"]
  },
  {
    name: "a name spelled with escapes is not found",
    file: "core/json/pointer.ts",
    find: 'source.includes("\\\\") ? nameIn',
    replace: 'source.includes("\\n") ? nameIn',
    caughtBy: ["shell/splice.test.ts", "core/json/places.test.ts"]
  },
  {
    name: "made-up answers are served to the network",
    file: "config/environment.ts",
    find: "const isShared = upstreams.length > 0 && given",
    replace: "const isShared = given",
    caughtBy: ["config/environment.test.ts"]
  },
  {
    name: "what does not fit together is told only once all else is mended",
    file: "config/check.ts",
    find: "fail([...issuesOf(decoded.failure.issue), ...crossing])",
    replace: "fail(issuesOf(decoded.failure.issue))",
    caughtBy: ["config/file.test.ts"]
  },
  {
    name: "a page asks nobody for a key",
    file: "gateway/serve.ts",
    find: "if (auth.length === 0) return",
    replace: "if (auth.length !== 1) return",
    caughtBy: ["shell/pages.test.ts"]
  },
  {
    name: "a client's trace goes to the upstream unasked",
    file: "telemetry/telemetry.ts",
    find: "answer(propagate ? forwarded(span, request.headers) : undefined)",
    replace: "answer(forwarded(span, request.headers))",
    caughtBy: ["shell/telemetry.test.ts"]
  },
  {
    name: "a client's trace goes to the upstream unasked where nothing is traced",
    file: "telemetry/telemetry.ts",
    find: "propagate ? clientsTrace(request.headers) : undefined",
    replace: "clientsTrace(request.headers)",
    caughtBy: ["shell/telemetry.test.ts"]
  },
  {
    name: "what a family refuses of a result is said of the one that stands in its place",
    file: "exchange/note-pointers.ts",
    find: 'run.role === "user" ? inCallOrder(parts, calls) : parts',
    replace: "parts",
    caughtBy: ["shell/client-places.test.ts"]
  },
  {
    name: "what a family refuses of a part is said of the whole conversation",
    file: "exchange/note-pointers.ts",
    find: "theirs.length === ours.length ?",
    replace: "theirs.length === 99 ?",
    caughtBy: ["shell/client-places.test.ts"]
  },
  {
    name: "two different keys are taken",
    file: "credentials/credentials.ts",
    find: "others.length > 0",
    replace: "others.length > 99",
    caughtBy: ["shell"]
  },
  {
    name: "a key is compared by its first bytes",
    file: "credentials/credentials.ts",
    find: "at < own.length",
    replace: "at < 1",
    caughtBy: ["shell/auth.test.ts"]
  },
  {
    name: "no key is anybody",
    file: "credentials/credentials.ts",
    find: 'if (secrets.size === 0) return Effect.fail(refusal("No API key was given."))',
    replace: 'if (secrets.size === 0) return Effect.succeed({ name: "", may: () => true })',
    caughtBy: ["shell"]
  },
  {
    name: "an id climbs to another model",
    file: "exchange/permission.ts",
    find: 'segment === "." || segment === ".."',
    replace: 'segment === "."',
    caughtBy: ["shell/climbing-ids.test.ts"]
  },
  {
    name: "the first of two keys in a query counts",
    file: "credentials/credentials.ts",
    find: 'return search().getAll("key")',
    replace: 'return [search().get("key") ?? ""]',
    caughtBy: ["shell/auth.test.ts"]
  },
  {
    name: "model permissions are not asked",
    file: "exchange/permission.ts",
    find: "if (isOne.test(sent)) return may(sent)",
    replace: "if (isOne.test(sent)) return true",
    caughtBy: ["permission/matrix.test.ts"]
  },
  {
    name: "bad UTF-8 becomes U+FFFD",
    file: "exchange/body.ts",
    find: "ignoreBOM: true, fatal: true",
    replace: "ignoreBOM: true",
    caughtBy: ["shell"]
  },
  {
    name: "the endpoint's limits are not looked at",
    file: "core/reading/member-row.ts",
    find: "value !== undefined && clampToRange",
    replace: "value === undefined && clampToRange",
    caughtBy: ["negative", "formats/messages/check.test.ts"]
  },
  {
    name: "a redirect is an answer",
    file: "upstream/call.ts",
    find: "status >= 300 && status < 400",
    replace: "status >= 300 && status < 300",
    caughtBy: ["shell", "faults/gateway"]
  },
  {
    name: "a strange content encoding passes",
    file: "upstream/call.ts",
    find: 'encoding.toLowerCase() !== "identity"',
    replace: 'encoding === "identity"',
    caughtBy: ["shell", "faults/gateway"]
  },
  {
    name: "what was sent is tried again",
    file: "upstream/sending.ts",
    find: "if (!sent && !isCrowded(error)",
    replace: "if (!isCrowded(error)",
    caughtBy: ["shell", "faults/gateway"]
  },
  {
    name: "every 500 is tried again",
    file: "upstream/sending.ts",
    find: "new Set([429, 529])",
    replace: "new Set([429, 500, 529])",
    caughtBy: ["shell", "faults/gateway"]
  },
  {
    name: "Retry-After has no cap",
    file: "upstream/sending.ts",
    find: "delay > limits.retryAfter ? undefined",
    replace: "delay > Infinity ? undefined",
    caughtBy: ["shell", "faults/gateway"]
  },
  {
    name: "an answer has no bound",
    file: "upstream/attempt.ts",
    find: "gathering.size > most)",
    replace: "gathering.size > Infinity)",
    caughtBy: ["shell", "faults/gateway"]
  },
  {
    name: "a client that left does not stop the upstream",
    file: "upstream/attempt.ts",
    find: "      call.abort()\n",
    replace: "return Effect.void",
    caughtBy: ["shell", "faults/gateway"]
  },
  {
    name: "the notes header has no bound",
    file: "exchange/answer.ts",
    find: "if (out.length + more.length > headerLimits.bytes) break",
    replace: "",
    caughtBy: ["shell"]
  },
  {
    name: "the body has no cap",
    file: "gateway/host-request.ts",
    find: "Number(length) > kind.cap",
    replace: "Number(length) > Infinity",
    caughtBy: ["shell", "negative"]
  },
  {
    name: "a compressed body is read",
    file: "gateway/host-request.ts",
    find: 'encoding.toLowerCase() !== "identity"',
    replace: 'encoding === "gzip, gzip"',
    caughtBy: ["shell", "negative"]
  },
  {
    name: "any content type is JSON",
    file: "gateway/host-request.ts",
    find: "type !== undefined && !isJson(type)",
    replace: 'type === ""',
    caughtBy: ["shell", "negative"]
  },
  {
    name: "a client's request id is taken as it is",
    file: "gateway/host-request.ts",
    find: "own === undefined || !wellFormed.test(own)",
    replace: "own === undefined",
    caughtBy: ["shell"]
  },
  {
    name: "a budget that does not fit is sent",
    file: "families/claude.ts",
    find: 'editor.set("/thinking/budget_tokens", limit - 1, "budget")',
    replace: "",
    caughtBy: ["families"]
  },
  {
    name: "top_k is sent while thinking",
    file: "families/claude.ts",
    find: "else if (thinks && !thinking(value))",
    replace: "else if (thinks && thinking(value))",
    caughtBy: ["families"]
  },
  {
    name: "the key of the upstream is not sent",
    file: "families/claude.ts",
    find: '"x-api-key": key',
    replace: '"x-api-key": ""',
    caughtBy: ["families", "sdk"]
  },
  {
    name: "thinking waits no longer",
    file: "families/models/chat.ts",
    find: "call.stream && profile.thinks(call) ?",
    replace: "call.stream && !profile.thinks(call) ?",
    caughtBy: ["families"]
  },
  {
    name: "an upstream's places are told to a client that wrote another body",
    file: "exchange/chat-exchange.ts",
    find: "client.id === upstream.id ? error : unplacedError(error)",
    replace: "error",
    caughtBy: ["shell/error-places.test.ts"]
  },
  {
    name: "a stream without usage stays without",
    file: "exchange/usage.ts",
    find: 'if (event.type === "end") return this.#estimate(this.#prompt)',
    replace: "",
    caughtBy: ["shell/missing-usage.test.ts"]
  },
  {
    name: "an estimate is told without a note",
    file: "exchange/reply-handlers.ts",
    find: "if (response !== value) notes.add([estimateNote])",
    replace: "",
    caughtBy: ["shell/missing-usage.test.ts"]
  },
  {
    name: "the end of a messages stream that passes is not seen",
    file: "formats/messages/passthrough.ts",
    find: 'event === "message_stop" && !mayFail',
    replace: 'event === "message_end" && !mayFail',
    caughtBy: ["shell/streams.test.ts", "shell/pass.test.ts", "faults"]
  },
  {
    name: "an error frame of a stream that passes is written anew",
    file: "formats/chat-completions/passthrough.ts",
    find: "fails: hasError",
    replace: "fails: () => false",
    caughtBy: ["shell/streams.test.ts", "shell/pass.test.ts", "faults"]
  },
  {
    name: "a call may take three minutes in all",
    file: "upstream/upstream.ts",
    find: "total: 1_800_000",
    replace: "total: 180_000",
    caughtBy: ["config/pages.test.ts"]
  },
  {
    name: "what is under way has two seconds at a stop",
    file: "config/configuration.ts",
    find: "grace: 20 }",
    replace: "grace: 2 }",
    caughtBy: ["config/pages.test.ts"]
  },
  {
    name: "routes of another router stream nothing",
    file: "gateway/routes.ts",
    find: ": HttpServerResponse.stream(streamOf(body), { status, headers })",
    replace: ': HttpServerResponse.text("", { status, headers })',
    caughtBy: ["shell/routes.test.ts"]
  },
  {
    name: "routes of another router call a body above the cap broken",
    file: "gateway/routes.ts",
    find: "refused === undefined ? Effect.void : Effect.fail(refused)",
    replace: "refused === undefined ? Effect.void : Effect.fail(brokenBody())",
    caughtBy: ["shell/routes.test.ts"]
  },
  {
    name: "routes of another router pass messages over",
    file: "gateway/routes.ts",
    find: "new Set(endpoints.flatMap(pathsOf).map(patternOf))",
    replace: 'new Set(endpoints.flatMap(pathsOf).map(patternOf).filter((path) => path !== "/v1/messages"))',
    caughtBy: ["shell/routes.test.ts"]
  },
  {
    name: "an estimate leaves out the token that is begun",
    file: "exchange/usage.ts",
    find: "Math.ceil(this.#characters / perToken)",
    replace: "Math.floor(this.#characters / perToken)",
    caughtBy: ["shell/missing-usage.test.ts"]
  }
]
