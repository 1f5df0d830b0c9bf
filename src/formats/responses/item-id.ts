import { textDigest } from "../../core/chat/envelope.ts"

/** How the id of each type of item begins. */
const prefixes: Readonly<Record<string, string>> = {
  message: "msg",
  reasoning: "rs",
  function_call: "fc",
  custom_tool_call: "ctc",
  tool_search_call: "tsc",
  web_search_call: "ws",
  image_generation_call: "ig",
  compaction: "cmp"
}

/** The longest stem that an id is made of: with its beginning and its number it stays within OpenAI's 64 characters. */
const longestStem = 44

/** What the ids of an answer's items and calls have in common: the answer's own id, or a digest of a long one. */
export const idStem = (answer: string): string => {
  const plain = answer.replace(/^resp_/, "").replace(/[^A-Za-z0-9_-]/g, "_")
  return plain === "" || plain.length > longestStem ? textDigest(answer) : plain
}

/** The id of an item that its upstream gave none: of the answer's id and its place in the output. */
export const itemId = (type: string, answer: string, index: number): string =>
  `${prefixes[type] ?? "item"}_${idStem(answer)}_${index}`
