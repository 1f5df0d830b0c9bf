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
    find: "most >= message.length || told.length > mostMessage + behindMessage",
    replace: "true",
    caughtBy: ["core/errors/long-messages.test.ts"]
  }
]
