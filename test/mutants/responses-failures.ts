import type { Mutant } from "./mutant.ts"

const caughtBy = ["shell/failed-responses.test.ts"]

/** Defects of answers of the Responses API that failed. */
export const responsesFailures: readonly Mutant[] = [
  {
    name: "responses failures: an answer that failed is an error",
    file: "formats/responses/passthrough.ts",
    find: "  failed,\n",
    replace: "",
    caughtBy
  },
  {
    name: "responses failures: whatever says that it failed is an answer",
    file: "formats/responses/response-decode.ts",
    find: ' && body["object"] === "response" && isArray(body["output"])',
    replace: "",
    caughtBy
  },
  {
    name: "responses failures: an answer that was cancelled was given",
    file: "formats/responses/response-decode.ts",
    find: 'status === "failed" || status === "cancelled"',
    replace: 'status === "failed"',
    caughtBy
  },
  {
    name: "responses failures: an answer that failed is metered as one that was given",
    file: "exchange/chat.ts",
    find: "outcome.settle(failure && withCalledHost(request, errorFrom(failure)))",
    replace: "outcome.settle(undefined)",
    caughtBy
  },
  {
    name: "responses failures: the account of the operator is told",
    file: "formats/responses/passthrough.ts",
    find: "&& withoutAccount(words) === words",
    replace: "",
    caughtBy
  },
  {
    name: "responses failures: what the vendor says of the operator's key is told",
    file: "formats/responses/passthrough.ts",
    find: "error.details.refusal === undefined &&",
    replace: "",
    caughtBy
  },
  {
    name: "responses failures: a secret of the deployment is told",
    file: "exchange/without-secrets.ts",
    find: "if (failure === undefined || quoted !== undefined) return",
    replace: "if (failure !== null) return",
    caughtBy
  },
  {
    name: "responses failures: a secret is told that stands where others have their turn",
    file: "exchange/without-secrets.ts",
    find: "concatBytes([rest, bytes",
    replace: "concatBytes([bytes",
    caughtBy: ["secrets/long-failures.test.ts"]
  },
  {
    name: "responses failures: an answer that was cancelled is not kept",
    file: "formats/responses/history.ts",
    find: 'new Set(["completed", "incomplete", "failed", "cancelled"])',
    replace: 'new Set(["completed", "incomplete", "failed"])',
    caughtBy
  },
  {
    name: "responses failures: an answer that was cut was completed",
    file: "formats/responses/response-encode.ts",
    find: 'status === "completed" ? (defaults.now?.() ?? null) : null',
    replace: "defaults.now?.() ?? null",
    caughtBy: ["formats/responses/completed-at.test.ts"]
  },
  {
    name: "responses failures: nobody knows when a whole answer was completed",
    file: "exchange/chat-jobs.ts",
    find: "{ ...defaults, now: () => ended }",
    replace: "defaults",
    caughtBy: ["history/stored.test.ts"]
  },
  {
    name: "responses failures: nobody knows when a stream was completed",
    file: "exchange/chat.ts",
    find: "{ ...defaults, now }",
    replace: "defaults",
    caughtBy: ["history/stored.test.ts"]
  }
]
