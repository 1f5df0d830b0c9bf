/** Spellings that decode alike, and the one that is written. The laws read this list: nothing else may change. */
export const aliases: readonly { readonly read: string; readonly written: string; readonly why: string }[] = [
  { read: "inline_data, generation_config …", written: "inlineData, generationConfig …", why: "the vendor reads both" },
  { read: "functionDeclarations side by side", written: "one element with all of them", why: "they are one list" },
  { read: "an element with several tools", written: "an element for each", why: "the vendor reads them alike" },
  { read: "webSearch", written: "googleSearch", why: "the endpoint tables' own word" },
  { read: "explicit nulls beside a tool, and in answers", written: "nothing", why: "null is absent" },
  { read: "functionCall.args absent", written: "args: {}", why: "a call without input" },
  { read: "functionResponse.response absent", written: "response: {}", why: "a result without an answer" },
  { read: 'unsigned texts of ""', written: "nothing", why: "they say nothing" },
  { read: "a signature alone", written: 'text: "" beside it', why: "it signs no text" },
  { read: "thought: false", written: "nothing", why: "text is no thought" },
  {
    read: "parts, contents, tools, functionDeclarations: {…} of one item",
    written: "[{…}]",
    why: "the vendor reads a lone item as a list of one"
  },
  { read: "the number of a finish reason", written: "its word", why: "the vendor says either, as it is asked" },
  { read: "role absent or empty", written: "role absent", why: "both are the user's" },
  {
    read: "contents of one role side by side, without unknown members",
    written: "one content",
    why: "they are one turn"
  },
  {
    read: "results behind other parts, or out of order",
    written: "results first, in the order of their calls",
    why: "the vendor wants them so"
  },
  {
    read: "responseSchema without responseMimeType",
    written: "responseMimeType: application/json",
    why: "a schema is of JSON"
  },
  { read: "_responseJsonSchema", written: "responseJsonSchema", why: "its name in the vendor's older SDKs" },
  { read: "words of thinkingLevel and of a mode in small letters", written: "capitals", why: "the vendor reads both" },
  { read: "generationConfig: {}, toolConfig: {}", written: "nothing", why: "they say nothing" },
  { read: "candidatesTokenCount absent beside a total", written: "the count", why: "a zero may be left out" },
  { read: "totalTokenCount", written: "the sum of the counts", why: "it is computed" },
  { read: "order of members", written: "the encoder's order", why: "members have no order" }
]

/** Members that are read over on purpose. */
export const ignored: readonly string[] = ["role of an answer's content and of the system instruction elsewhere"]
