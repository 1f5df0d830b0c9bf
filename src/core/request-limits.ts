/**
 * What nothing honest has more of, so that no input costs more than its bytes do: reading limits, the same for
 * everybody and no settings. What is beyond one is refused by name.
 */
export const requestLimits = {
  /** Characters of a number, in JSON or in a text that is read as one. JavaScript tells apart no more than 17 digits. */
  numeral: 1000,
  /** Tools of a request: as many as the tool search of Anthropic's API takes, which takes more than any other (https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool). */
  tools: 10_000,
  /** Candidates of an answer: what `n` of OpenAI's chat completions takes (https://platform.openai.com/docs/api-reference/chat/create); no other vendor gives more. */
  candidates: 128
} as const

/** The same of forms. */
export const formLimits = {
  /** Parts of a form: as many as Go's `mime/multipart` reads (https://go.dev/doc/go1.20). */
  parts: 1000,
  /** Bytes of the head of a part of a form: what busboy, which Express's form readers stand on, takes (https://github.com/mscdex/busboy/blob/master/lib/types/multipart.js). */
  partHead: 16_384,
  /** Header lines of such a part: as many as Apache takes of a request (https://httpd.apache.org/docs/2.4/mod/core.html#limitrequestfields). */
  partHeaders: 100,
  /** Steps in the name of a form's field, `a[b][c]` has three: as many as levels of JSON are read. */
  steps: 64
} as const

/** The same of what is asked for many at once. */
export const batchLimits = {
  /** Inputs of a request for embeddings: what OpenAI's API takes, which takes more than any other (https://platform.openai.com/docs/api-reference/embeddings/create). */
  inputs: 2048,
  /** Documents of a request for a ranking: what Cohere's API takes, which takes more than any other (https://docs.cohere.com/docs/reranking-best-practices). */
  documents: 10_000
} as const
