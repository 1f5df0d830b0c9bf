import type { Mutant } from "./mutant.ts"

const caughtBy = ["shell/errors-beside.test.ts"]

/** Defects of successes that are none: those that tell an error, and those that answer nothing. */
export const noAnswers: readonly Mutant[] = [
  {
    name: "no answers: an error beside choices is none",
    file: "formats/chat-completions/response-decode.ts",
    find: "memberError(value) ?? (isArray(choices) ?",
    replace: "(isArray(choices) ?",
    caughtBy
  },
  {
    name: "no answers: an error that says nothing is one",
    file: "core/errors/failure.ts",
    find: '(typeof error === "string" || isObject(error)) && saysAny(error)',
    replace: '(typeof error === "string" && error !== "") || isObject(error)',
    caughtBy
  },
  {
    name: "no answers: an error in words has the type of the answer around it",
    file: "formats/messages/error.ts",
    find: "errorText(error) === undefined ? body : { ...flat, error: error ?? null }",
    replace: "body",
    caughtBy
  },
  {
    name: "no answers: what answers nothing passes",
    file: "exchange/reply-handlers.ts",
    find: "!client.passing.answers(value)",
    replace: 'value["error"]',
    caughtBy
  },
  {
    name: "no answers: a stream that only ends passes",
    file: "exchange/pass-stream.ts",
    find: "this.#watch.began() ? events",
    replace: "this.#watch.usage !== undefined ? events",
    caughtBy
  }
]
