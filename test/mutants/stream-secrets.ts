import type { Mutant } from "./mutant.ts"

/** Defects in what keeps secrets from what is told of a stream. */
export const streamSecrets: readonly Mutant[] = [
  {
    name: "a key with its hyphens escaped, as Markdown has them, is told",
    file: "core/secrets/redactor.ts",
    find: "[-/_.+=~]",
    replace: "\\/",
    caughtBy: ["secrets/redactor.test.ts"]
  },
  {
    name: "put together: what ends a part is told as its pieces are",
    file: "exchange/without-secrets.ts",
    find: 'event.type !== "delta" || !spoken',
    replace: 'event.type === "delta" && !spoken',
    caughtBy: ["secrets/gathered.test.ts"]
  },
  {
    name: "put together: what was held back is told with a piece, unread",
    file: "exchange/without-secrets.ts",
    find: "frames.length !== 1 ||",
    replace: "",
    caughtBy: ["secrets/gathered.test.ts"]
  },
  {
    name: "put together: the items that a last event leaves out are kept unread",
    file: "exchange/history.ts",
    find: "missing.length === 0 ? Effect.succeed(whole) : withoutKeys(whole)",
    replace: "Effect.succeed(whole)",
    caughtBy: ["secrets/gathered.test.ts"]
  },
  {
    name: "put together: the items of an answer that broke off are told unread",
    file: "exchange/translate-stream.ts",
    find: "maskedPieces(keys, pushAll",
    replace: "maskedPieces(noSecrets, pushAll",
    caughtBy: ["secrets/gathered.test.ts"]
  },
  {
    name: "passing words: a name is looked at where it is the first alone",
    file: "exchange/pass-stream.ts",
    find: "if (isPlain) this.#name = name",
    replace: "this.#name = name\n    if (isPlain) return",
    caughtBy: ["secrets/passing-words.test.ts"]
  },
  {
    name: "passing words: the names of events are told as they are",
    file: "exchange/event-lines.ts",
    find: "(names ? [data] : [data, name])",
    replace: "[data, name]",
    caughtBy: ["secrets/passing-words.test.ts"]
  },
  {
    name: "passing words: a name is heard of with its event alone",
    file: "core/framing/sse.ts",
    find: "state.aside?.(name)",
    replace: "",
    caughtBy: ["secrets/passing-words.test.ts"]
  },
  {
    name: "passing words: an error in an event of another format is told as it is",
    file: "core/passthrough.ts",
    find: "tells && namesError(data)",
    replace: "false",
    caughtBy: ["secrets/passing-words.test.ts"]
  },
  {
    name: "passing words: an error that is no JSON is told as it is",
    file: "formats/responses/passthrough.ts",
    find: "return !isObject(body) || [body,",
    replace: "return isObject(body) && [body,",
    caughtBy: ["secrets/passing-words.test.ts"]
  },
  {
    name: "put together: a piece of input is told with those before it",
    file: "formats/responses/stream-encode-parts.ts",
    find: "pushDelta(to, `${inputEvent(to, track)}.delta`, track, text)",
    replace: "pushDelta(to, `${inputEvent(to, track)}.delta`, track, track.text.text)",
    caughtBy: ["secrets/alone.test.ts"]
  }
]
