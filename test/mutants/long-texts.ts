import type { Mutant } from "./mutant.ts"

/** Defects in how long texts of events are read, and in how long errors are searched. */
export const longTexts: readonly Mutant[] = [
  {
    name: "long texts: an event of which too much would be kept is searched for secrets",
    file: "exchange/pass-stream.ts",
    find: "      details.code !== heldTooLarge &&\n",
    replace: "",
    caughtBy: ["cost/passed-events.test.ts"]
  },
  {
    name: "long texts: an event is walked over in one go",
    file: "exchange/long-event.ts",
    find: "while (walk.goesOn()) yield",
    replace: "while (walk.goesOn());",
    caughtBy: ["cost/long-texts.test.ts"]
  },
  {
    name: "long texts: a text is read in one go",
    file: "exchange/long-event.ts",
    find: "if (read < long) continue",
    replace: "if (read >= 0) continue",
    caughtBy: ["cost/long-texts.test.ts"]
  },
  {
    name: "long texts: a text is cut within an escape",
    file: "exchange/long-event.ts",
    find: "return (last - before) % 2 === 0 ? last : to",
    replace: "return to",
    caughtBy: ["cost/long-texts.test.ts"]
  },
  {
    name: "long texts: a text is cut behind an escaped backslash as before an escape",
    file: "exchange/long-event.ts",
    find: "return (last - before) % 2 === 0 ? last : to",
    replace: "return last - before >= 0 ? last : to",
    caughtBy: ["cost/long-texts.test.ts"]
  },
  {
    name: "long texts: what stands for one may be what an event says",
    file: "exchange/long-event.ts",
    find: "if (!escaped.includes(`\\\\u${code.toString(16)}`)) ",
    replace: "",
    caughtBy: ["cost/long-texts.test.ts"]
  },
  {
    name: "long texts: long names of members are read in one go",
    file: "exchange/long-event.ts",
    find: "isName ? longestName : ",
    replace: "isName ? Infinity : ",
    caughtBy: ["cost/long-texts.test.ts"]
  },
  {
    name: "long texts: names of members are left out that somebody looks for",
    file: "exchange/long-event.ts",
    find: "isName ? longestName : ",
    replace: "",
    caughtBy: ["cost/long-texts.test.ts"]
  },
  {
    name: "long texts: a long name is lost",
    file: "exchange/long-event.ts",
    find: "putMember(out, textOf(key), ",
    replace: "putMember(out, key, ",
    caughtBy: ["cost/long-texts.test.ts"]
  },
  {
    name: "long texts: a member that objects have is lost",
    file: "exchange/long-event.ts",
    find: "putMember(out, textOf(key), withTexts(member, own, texts))",
    replace: "out[textOf(key)] = withTexts(member, own, texts)",
    caughtBy: ["cost/long-texts.test.ts"]
  },
  {
    name: "long texts: instructions that a vendor repeats are read",
    file: "exchange/long-event.ts",
    find: "if (end - open > eventBounds.text && isEcho(this.#data, open))",
    replace: "if (end < 0)",
    caughtBy: ["cost/long-texts.test.ts"]
  },
  {
    name: "long texts: one that is no medium is read",
    file: "exchange/long-event.ts",
    find: "this.#tooLong ??= longText(this.#data, open, end)\n",
    replace: "",
    caughtBy: ["cost/long-texts.test.ts"]
  },
  {
    name: "long texts: what is no JSON within one is left out",
    file: "exchange/long-event.ts",
    find: 'if (typeof piece !== "string") return { data, brief, value: null, beyond }',
    replace: "",
    caughtBy: ["cost/long-texts.test.ts"]
  },
  {
    name: "long texts: many of some length are read in one go",
    file: "exchange/long-event.ts",
    find: "size > roomy ? shortest : short",
    replace: "short",
    caughtBy: ["cost/long-texts.test.ts"]
  },
  {
    name: "long texts: one that is no medium does not pass",
    file: "exchange/pass-stream.ts",
    find: "readOutline(outline)",
    replace: "readOutline({ ...outline, beyond: outline.tooLong ?? outline.beyond })",
    caughtBy: ["cost/long-texts.test.ts"]
  },
  {
    name: "an error that passes is searched for keys in one go",
    file: "exchange/without-secrets.ts",
    find: 'if (piece === "") yield\n',
    replace: "",
    caughtBy: ["cost/long-texts.test.ts"]
  },
  {
    name: "a very long name of an event is searched in one go",
    file: "exchange/pass-stream.ts",
    find: "name.length <= longestName && ",
    replace: "",
    caughtBy: ["cost/long-texts.test.ts"]
  },
  {
    name: "all of a long message is looked at for what is the operator's own",
    file: "core/errors/failure.ts",
    find: "most = 16_000",
    replace: "most = Infinity",
    caughtBy: ["core/errors/long-messages.test.ts"]
  },
  {
    name: "a message loses what stands behind a long key",
    file: "core/errors/failure.ts",
    find: "most >= Math.min(message.length, longestLooked) || told.length > mostMessage + behindMessage",
    replace: "true",
    caughtBy: ["core/errors/long-messages.test.ts"]
  },
  {
    name: "the input of a call may have any number of members",
    file: "core/json/json.ts",
    find: "members: 100_000, names: 20_000 }",
    replace: "members: 100_000 }",
    caughtBy: ["core/json/json.test.ts"]
  },
  {
    name: "the input of a call is an object, however many members it has",
    file: "core/json/json.ts",
    find: "scanJson(this.text, textLimits).over === undefined && isObject",
    replace: "isObject",
    caughtBy: ["core/json/json.test.ts"]
  },
  {
    name: "an event may have any number of long names",
    file: "exchange/long-event.ts",
    find: "if (isName) this.#names += end - open",
    replace: "",
    caughtBy: ["cost/long-events.test.ts"]
  },
  {
    name: "a vendor's chunks of a byte are handed on one by one",
    file: "upstream/flow.ts",
    find: "const all = concatBytes(this.#pieces)",
    replace: "const all = this.#pieces[0] ?? beat",
    caughtBy: ["upstream/flow.test.ts"]
  },
  {
    name: "a long text is looked through for keys at once",
    file: "exchange/without-secrets.ts",
    find: "if (text.length <= step) return make(text)",
    replace: "if (text.length > 0) return make(text)",
    caughtBy: ["secrets/long-failures.test.ts"]
  },
  {
    name: "a long text is cut in the midst of a key",
    file: "exchange/without-secrets.ts",
    find: 'window.lastIndexOf(",") + 1 || most',
    replace: "most",
    caughtBy: ["secrets/long-failures.test.ts"]
  },
  {
    name: "an error is told word for word, however long its event is",
    file: "exchange/pass-stream.ts",
    find: "data.length <= longestError &&",
    replace: "",
    caughtBy: ["secrets/long-failures.test.ts"]
  },
  {
    name: "a message that seems to be all keys is looked through to its end",
    file: "core/errors/failure.ts",
    find: "most >= Math.min(message.length, longestLooked)",
    replace: "most >= message.length",
    caughtBy: ["core/errors/long-messages.test.ts"]
  },
  {
    name: "lists in lists are not counted",
    file: "core/json/value.ts",
    find: "|| containers > limits.members",
    replace: "",
    caughtBy: ["core/json/json.test.ts"]
  },
  {
    name: "a long event is looked over again for numbers, with all its texts",
    file: "formats/generate-content/stream-decode.ts",
    find: "parseJson(data, jsonLimits, read?.value, read?.brief)",
    replace: "parseJson(data, jsonLimits, read?.value)",
    caughtBy: ["cost/long-events.test.ts"]
  },
  {
    name: "a text beyond ASCII counts as many bytes as characters",
    file: "core/framing/stream-limits.ts",
    find: "|| (3 * (end - from) > eventBounds.text",
    replace: "|| (end - from > eventBounds.text",
    caughtBy: ["core/framing/bounds.test.ts"]
  },
  {
    name: "what a usage says beside its counts crosses threads",
    file: "core/tokens/usage.ts",
    find: "const { native: _, ...counts } = usage",
    replace: "const counts = usage",
    caughtBy: ["workers/counts.test.ts"]
  },
  {
    name: "an answer of which too much would be kept is said again where it fails",
    file: "formats/responses/stream-encode.ts",
    find: "if (to.held.error !== undefined) forget(to)",
    replace: "",
    caughtBy: ["cost/kept.test.ts"]
  }
]
