import type { Mutant } from "./mutant.ts"

/** Defects in how much of the memory whole answers hold that nobody has read. */
export const heldAnswers: readonly Mutant[] = [
  {
    name: "long answers grow whatever all of them hold",
    file: "upstream/answer-ledger.ts",
    find: "if (account.whole > 0) return false",
    replace: "",
    caughtBy: ["upstream/held-answers.test.ts"]
  },
  {
    name: "what waits hears nothing of other limits",
    file: "hosts/cli/compose.ts",
    find: "    for (const tell of changed) tell()\n",
    replace: "",
    caughtBy: ["config/limits.test.ts"]
  },
  {
    name: "answers that wait hear nothing of other limits",
    file: "upstream/sending.ts",
    find: "    answers.wake()\n",
    replace: "",
    caughtBy: ["upstream/held-answers.test.ts"]
  },
  {
    name: "what waits for a socket hears nothing of other limits",
    file: "upstream/sending.ts",
    find: "    wake()\n",
    replace: "",
    caughtBy: ["upstream/held-answers.test.ts"]
  },
  {
    name: "an upstream that is gone hears of limits",
    file: "upstream/sending.ts",
    find: "limits.changed?.delete(change)",
    replace: "",
    caughtBy: ["upstream/held-answers.test.ts"]
  },
  {
    name: "a share is of all, not of what is free",
    file: "upstream/answer-ledger.ts",
    find: "held * (1 - share) <= free * share",
    replace: "held * share <= free * share",
    caughtBy: ["shell/body-ledger.test.ts", "upstream/held-answers.test.ts"]
  },
  {
    name: "all answers of an account go on though there is no room",
    file: "upstream/answer-ledger.ts",
    find: "return account.first === answer",
    replace: "return true",
    caughtBy: ["upstream/held-answers.test.ts"]
  },
  {
    name: "a long answer is held no longer than until it came",
    file: "upstream/answer-ledger.ts",
    find: "if (this.#onHeld === undefined) return this.end()",
    replace: "return this.end()",
    caughtBy: ["upstream/held-answers.test.ts"]
  },
  {
    name: "an answer that broke off is held as long as its request lasts",
    file: "upstream/attempt.ts",
    find: "leave?.()\n        held.end()\n        resume(Effect.fail(failure))",
    replace: "leave?.()\n        resume(Effect.fail(failure))",
    caughtBy: ["upstream/held-answers.test.ts"]
  },
  {
    name: "what is asked for no account is held for as long as a scope that it happens to be in",
    file: "upstream/sending.ts",
    find: 'Context.get(context, CallingTenant) === "" ? undefined : requestScope(context)',
    replace: "requestScope(context)",
    caughtBy: ["upstream/held-answers.test.ts"]
  },
  {
    name: "a request whose answer nobody reads is over",
    file: "hosts/node-answer.ts",
    find: "response.writableLength > short ? written(response) : Effect.void",
    replace: "Effect.void",
    caughtBy: ["hosts/unread-answers.test.ts"]
  }
]
