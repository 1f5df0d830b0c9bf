import type { Mutant } from "./mutant.ts"

/** Defects in the format of chat completions. */
export const chatCompletions: readonly Mutant[] = [
  {
    name: 'a stream that closes is whole where each chunk says the finish "null"',
    file: "formats/chat-completions/response-end.ts",
    find: ' && value !== "null"',
    replace: "",
    caughtBy: ["shell/null-finishes.test.ts"]
  },
  {
    name: "of what is said ahead of the answer the last chunk alone is kept",
    file: "formats/chat-completions/stream-decode.ts",
    find: "    for (const [key, value] of Object.entries(chunk)) putMember(state.ahead, key, value)",
    replace: "    state.ahead = { ...chunk }",
    caughtBy: ["formats/chat-completions/stream-decode.test.ts"]
  },
  {
    name: "a list of content behind the end is lost",
    file: "formats/chat-completions/stream-decode.ts",
    find: '(typeof value === "string" || isArray(value)) && value.length > 0',
    replace: 'typeof value === "string" && value.length > 0',
    caughtBy: ["formats/chat-completions/stream-decode.test.ts"]
  },
  {
    name: "the content-style family's tools are known in one letter case alone",
    file: "formats/chat-completions/tools.ts",
    find: '.replaceAll("_", "").toLowerCase()',
    replace: '.replaceAll("_", "")',
    caughtBy: ["formats/chat-completions/vendors.test.ts"]
  },
  {
    name: "what a search found of a part is told of another",
    file: "formats/chat-completions/citations.ts",
    find: "[parts[number], citations]",
    replace: "[parts[number + 1], citations]",
    caughtBy: ["formats/chat-completions/response.test.ts"]
  },
  {
    name: "unknown members of a delta are lost",
    file: "formats/chat-completions/stream-decode.ts",
    find: "isObject(content) ? unknownIn(content) : undefined",
    replace: "undefined",
    caughtBy: ["formats/crossing/odd-frames.test.ts"]
  },
  {
    name: "of unknown members the last chunk's alone are noted",
    file: "core/events/fold.ts",
    find: "merged(before?.rest, now.rest)",
    replace: "now.rest",
    caughtBy: ["formats/crossing/odd-frames.test.ts"]
  },
  {
    name: "details of a vendor that is not named are nobody's",
    file: "formats/chat-completions/opaque.ts",
    find: 'owner === "unknown" ? own : owner',
    replace: "owner",
    caughtBy: ["formats/chat-completions/foreign-details.test.ts"]
  },
  {
    name: "citations of a stream point into the thinking before them",
    file: "formats/chat-completions/stream-encode-parts.ts",
    find: "writer.thought += text.length",
    replace: "",
    caughtBy: ["formats/chat-completions/stream-encode.test.ts"]
  },
  {
    name: "too many candidates are refused by a name that no client sent",
    file: "formats/chat-completions/request.ts",
    find: "  root.keepOn(request)\n  checkSizes(reader, request)",
    replace: "  checkSizes(reader, request)\n  root.keepOn(request)",
    caughtBy: ["cost/caps.test.ts"]
  },
  {
    name: "thoughts of several details of a stream are one",
    file: "formats/chat-completions/stream-decode-parts.ts",
    find: "(before !== undefined && !goesOnWith(before, fragment, true))",
    replace: "false",
    caughtBy: ["formats/chat-completions/foreign-details.test.ts"]
  },
  {
    name: "the fragments of a thought that a client gathered are thoughts",
    file: "formats/chat-completions/opaque.ts",
    find: "streamed ? details : joinedDetails(details)",
    replace: "details",
    caughtBy: ["formats/chat-completions/foreign-details.test.ts"]
  },
  {
    name: "a thought that was signed goes on",
    file: "formats/chat-completions/opaque.ts",
    find: ' || (before.signature ?? "") !== ""',
    replace: "",
    caughtBy: ["formats/chat-completions/foreign-details.test.ts"]
  },
  {
    name: "encrypted content belongs to the text before it, which no detail says",
    file: "formats/chat-completions/stream-decode-parts.ts",
    find: "if (isSealedDetail(fragment) || ",
    replace: "if (",
    caughtBy: ["formats/chat-completions/foreign-details.test.ts"]
  },
  {
    name: "a content that is empty has a place among the thoughts between calls",
    file: "formats/chat-completions/places.ts",
    find: "if (!isEmpty(other)) count++",
    replace: "count++",
    caughtBy: ["formats/chat-completions/gathered-thoughts.test.ts"]
  },
  {
    name: "thoughts that a client was told twice are two",
    file: "formats/chat-completions/opaque.ts",
    find: "eachOnce(details.filter(isOurs))",
    replace: "details.filter(isOurs)",
    caughtBy: ["formats/chat-completions/gathered-thoughts.test.ts"]
  },
  {
    name: "a signature is bound to its place where the thought before it is gone",
    file: "formats/chat-completions/places.ts",
    find: "counted[part - 1], ",
    replace: "",
    caughtBy: ["formats/crossing/signed-texts.test.ts"]
  },
  {
    name: "a thought beside carriers of other parts is not read",
    file: "formats/chat-completions/opaque.ts",
    find: "if (text && !isSaid)",
    replace: "if (text && !isSaid && ours.length === 0)",
    caughtBy: ["formats/crossing/signed-texts.test.ts"]
  },
  {
    name: "pictures of an earlier answer are not read",
    file: "formats/chat-completions/messages-decode.ts",
    find: "for (const picture of readPictures(from)) parts.push(picture)",
    replace: "",
    caughtBy: ["formats/crossing/earlier-pictures.test.ts"]
  },
  {
    name: "a signature's place is the one that its part had before the message moved it",
    file: "formats/chat-completions/places.ts",
    find: "others.sort((a, b) => later.indexOf(a.type) - later.indexOf(b.type))",
    replace: "",
    caughtBy: ["formats/crossing/earlier-pictures.test.ts"]
  },
  {
    name: "a model's picture ends the conversation with Claude",
    file: "formats/messages/parts.ts",
    find: 'part.media === "image" ? "unknown-part" : "unsupported-media"',
    replace: '"unsupported-media"',
    caughtBy: ["formats/crossing/earlier-pictures.test.ts"]
  },
  {
    name: "what is billed and cannot be told is as little as what was not used",
    file: "core/tokens/usage.ts",
    find: 'return count === 0 ? "usage-count" : "usage-count/used"',
    replace: 'return "usage-count"',
    caughtBy: ["formats/crossing/billed-counts.test.ts"]
  }
]
