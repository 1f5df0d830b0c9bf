/**
 * What nothing honest has more of, so that no input costs more than its bytes do: reading limits, the same for
 * everybody and no settings. What is beyond one is refused by name.
 */
export const caps = {
  /** Characters of a number, in JSON or in a text that is read as one. JavaScript tells apart no more than 17 digits. */
  numeral: 1000,
  /** Tools of a request: as many as the tool search of Anthropic's API takes, which takes more than any other (https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool). */
  tools: 10_000,
  /** Candidates of an answer: what `n` of OpenAI's chat completions takes (https://platform.openai.com/docs/api-reference/chat/create); no other vendor gives more. */
  candidates: 128,
  /** Parts of a form: as many as Go's `mime/multipart` reads (https://go.dev/doc/go1.20). */
  parts: 1000
} as const
