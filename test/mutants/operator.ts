import type { Mutant } from "./mutant.ts"

/** Defects in what an operator sees and says. */
export const operator: readonly Mutant[] = [
  {
    name: "operator: the place of a vendor's error says whose account it was",
    file: "core/errors/failure.ts",
    find: " && withoutAccount(field) === field",
    replace: "",
    caughtBy: ["formats/chat-completions/error.test.ts"]
  },
  {
    name: "nobody is told of a call that failed",
    file: "exchange/outcome.ts",
    find: "return entry.error === undefined ? recorded : Effect.andThen(tellFailed(entry, entry.error), recorded)",
    replace: "return recorded",
    caughtBy: ["shell/failure-lines.test.ts"]
  },
  {
    name: "a metering that fails is silent",
    file: "exchange/outcome.ts",
    find: "(cause) => tellUnmetered(entry, cause)",
    replace: "() => Effect.void",
    caughtBy: ["shell/failure-lines.test.ts"]
  },
  {
    name: "the line of a connection that failed has no code",
    file: "upstream/failures.ts",
    find: "return cause === undefined ? {} : { cause }",
    replace: "return {}",
    caughtBy: ["shell/failure-lines.test.ts"]
  },
  {
    name: "the line of an error has no host",
    file: "exchange/call-model.ts",
    find: 'const host = URL.canParse(url) ? new URL(url).host : ""',
    replace: 'const host = ""',
    caughtBy: ["shell/failure-lines.test.ts"]
  },
  {
    name: "a client's mistakes are warnings",
    file: "exchange/outcome.ts",
    find: '"InvalidRequest", "NotFound"',
    replace: '"NotFound"',
    caughtBy: ["shell/failure-lines.test.ts"]
  },
  {
    name: "a defect is told with what it quotes",
    file: "core/errors/error.ts",
    find: "return unquoted(defect.message).slice(0, mostDefectLength)",
    replace: "return defect.message.slice(0, mostDefectLength)",
    caughtBy: ["shell/failure-lines.test.ts", "workers/pool.test.ts"]
  },
  {
    name: "a parser's error is told as it is",
    file: "core/errors/error.ts",
    find: "|| quotes(defect)) return",
    replace: ") return",
    caughtBy: ["shell/failure-lines.test.ts"]
  },
  {
    name: "who is told of every request is told what a vendor quotes",
    file: "exchange/outcome.ts",
    find: "maskedError(this.#error, mask)",
    replace: "this.#error",
    caughtBy: ["secrets/metered.test.ts"]
  },
  {
    name: "a defect is told with the keys of its request",
    file: "gateway/error-answers.ts",
    find: ".map(requestSecrets(secrets, head).text)",
    replace: "",
    caughtBy: ["shell/failure-lines.test.ts"]
  },
  {
    name: "all levels are logged, whatever was chosen",
    file: "hosts/cli/compose.ts",
    find: "(levels[level])",
    replace: "(levels.debug)",
    caughtBy: ["config/logging.test.ts"]
  },
  {
    name: "a long entry takes several lines",
    file: "hosts/cli/secrets.ts",
    find: ", breakLength: Infinity",
    replace: "",
    caughtBy: ["config/logging.test.ts"]
  },
  {
    name: "a family's models are the letters of a text",
    file: "core/given.ts",
    find: "Array.isArray(given) && given.every(isNonEmptyText)",
    replace: "true",
    caughtBy: ["families/options.test.ts"]
  },
  {
    name: "a function that gives no key is asked for one all the same",
    file: "families/models/line.ts",
    find: "if (isVendorKey(given)) return",
    replace: "if (isVendorKey(given) || true) return",
    caughtBy: ["families/options.test.ts"]
  },
  {
    name: "a family without a key is built",
    file: "families/models/line.ts",
    find: "if (isNone(options.key)) {",
    replace: "if (false) {",
    caughtBy: ["families/keyless.test.ts"]
  },
  {
    name: "the variable of a family's key is not named",
    file: "families/openai-compatible/profile.ts",
    find: "needsUrl: profile.needsUrl,\n  environment: profile.environment",
    replace: "needsUrl: profile.needsUrl,\n  environment: undefined",
    caughtBy: ["families/keyless.test.ts"]
  },
  {
    name: "what an operator says of an API holds for listed models alone",
    file: "families/openai-compatible/edits.ts",
    find: "else if (!isSpelled) fitUnknownModel(editor, body, profile)",
    replace: "",
    caughtBy: ["families/compatible.test.ts"]
  },
  {
    name: "an unknown API is told the limit in the newer word",
    file: "families/compatible.ts",
    find: 'limit: "max_tokens"',
    replace: 'limit: "either"',
    caughtBy: ["families/compatible.test.ts"]
  },
  {
    name: "what a file says of a compatible API is not passed on",
    file: "hosts/cli/served.ts",
    find: "...(lacks === undefined ? {} : { lacks }),",
    replace: "",
    caughtBy: ["families/compatible.test.ts"]
  },
  {
    name: "a translation spells the limit as it likes",
    file: "formats/chat-completions/settings.ts",
    find: "chosen?.(writing.target) ?? ",
    replace: "",
    caughtBy: ["families/compatible.test.ts"]
  },
  {
    name: "a stream that breaks off breaks its client's",
    file: "translate/reply.ts",
    find: 'how = "cut"',
    replace: "",
    caughtBy: ["translate/translator.test.ts"]
  },
  {
    name: "a piped stream runs ahead of its reader",
    file: "translate/reply.ts",
    find: "write: (piece) => writer.write(piece)",
    replace: "write: (piece) => void writer.write(piece)",
    caughtBy: ["translate/translator.test.ts"]
  },
  {
    name: "a reader that leaves keeps its upstream",
    file: "translate/reply.ts",
    find: "writer.closed.catch((reason: unknown) => upstream.error(reason))",
    replace: "writer.closed.catch(() => upstream)",
    caughtBy: ["translate/translator.test.ts"]
  },
  {
    name: "nobody knows that a translated stream failed",
    file: "translate/reply.ts",
    find: 'if (event.type === "error") failure = event.error',
    replace: "",
    caughtBy: ["translate/translator.test.ts"]
  },
  {
    name: "errors are told to the wrong side",
    file: "translate/translator.ts",
    find: "{ from: upstream, to: client }",
    replace: "{ from: client, to: upstream as Format }",
    caughtBy: ["translate/translator.test.ts"]
  },
  {
    name: "an invalid body is an error without a place",
    file: "core/errors/invalid.ts",
    find: '`${place === "" ? "" : `${place}: `}',
    replace: "`",
    caughtBy: ["translate/translator.test.ts"]
  },
  {
    name: "a base URL without its version is not explained",
    file: "gateway/route-table.ts",
    find: "const lacking = table(method, version + path)",
    replace: "const lacking = table(method, path)",
    caughtBy: ["shell/base-urls.test.ts"]
  },
  {
    name: "a base URL with a version too many is not explained",
    file: "gateway/route-table.ts",
    find: "path.startsWith(`${version}/v1`) ?",
    replace: "path === version ?",
    caughtBy: ["shell/base-urls.test.ts"]
  },
  {
    name: "the advice on a base URL is in another vendor's format",
    file: "gateway/serve.ts",
    find: "return meant === undefined\n        ? refuse(error)",
    replace: 'return head.method !== ""\n        ? refuse(error)',
    caughtBy: ["shell/base-urls.test.ts"]
  },
  {
    name: "a key in a header that is not read is not found",
    file: "gateway/serve.ts",
    find: "keys.length > 0 ? known :",
    replace: "keys.length >= 0 ? known :",
    caughtBy: ["shell/base-urls.test.ts"]
  },
  {
    name: "what a vendor says of its own work is a loss",
    file: "core/notes/note.ts",
    find: "isBookkeeping(path) ? (ruleNamed(`bookkeeping${path}`) ?? ofVendor) : unknown",
    replace: "unknown",
    caughtBy: ["translate/bookkeeping.test.ts"]
  },
  {
    name: "the header tells what is cosmetic first",
    file: "exchange/answer.ts",
    find: "weightiest(notes).slice",
    replace: "notes.slice",
    caughtBy: ["shell/notes-header.test.ts"]
  },
  {
    name: "a strict refusal does not say that it is one",
    file: "core/notes/note.ts",
    find: 'kind === "refused" ? detail : ',
    replace: 'kind !== "refused" ? detail : ',
    caughtBy: ["translate/request.test.ts"]
  },
  {
    name: "a gateway that all can reach says that it is on this machine alone",
    file: "hosts/cli/banner.ts",
    find: "isEverywhere(configuration.host) ?",
    replace: "isEverywhere(url) ?",
    caughtBy: ["cli/banner.test.ts"]
  },
  {
    name: "models that routes alone know are said not to be served",
    file: "hosts/cli/banner.ts",
    find: "first === undefined ? routed(routes, called)",
    replace: "first === undefined ? routed([], called)",
    caughtBy: ["cli/banner.test.ts"]
  },
  {
    name: "a key that lets nobody in is passed over",
    file: "config/environment.ts",
    find: "...remarksOnOneKey(variables, given), ",
    replace: "",
    caughtBy: ["cli/banner.test.ts"]
  },
  {
    name: "what a Layer failed with is told to clients",
    file: "gateway/error-answers.ts",
    find: "thrown instanceof GatewayError ? thrown.message",
    replace: "thrown instanceof Error ? thrown.message",
    caughtBy: ["hosts/unbuilt.test.ts"]
  },
  {
    name: "a prefix is any path of its length",
    file: "gateway/web.ts",
    find: "withUpperEscapes(target.slice(0, prefix.length)) === same",
    replace: "target.length > prefix.length",
    caughtBy: ["hosts/unbuilt.test.ts"]
  },
  {
    name: "a key whose member is nearly one that is known has all rights",
    file: "credentials/credentials.ts",
    find: " ?? misspelling(given, knownMembers)",
    replace: "",
    caughtBy: ["hosts/callers.test.ts"]
  },
  {
    name: "what comes later than an error is not read for what the answer cost",
    file: "exchange/serve-stream.ts",
    find: " && !this.#looksBehind()",
    replace: "",
    caughtBy: ["shell/billed-streams.test.ts"]
  },
  {
    name: "a variable without braces is a key",
    file: "config/check.ts",
    find: "    unbraced,\n",
    replace: "",
    caughtBy: ["config/file.test.ts"]
  },
  {
    name: "limits that are no object are the usual ones",
    file: "core/given.ts",
    find: "inner !== undefined && there !== undefined && !isRecord(there)",
    replace: "false",
    caughtBy: ["families/options.test.ts"]
  },
  {
    name: "what is no endpoint is served",
    file: "gateway/route-table.ts",
    find: "if (mistake !== undefined) throw",
    replace: 'if (mistake === "") throw',
    caughtBy: ["hosts/chosen.test.ts"]
  }
]
