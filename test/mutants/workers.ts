import type { Mutant } from "./mutant.ts"

/** Defects in where long work is done. */
export const workers: readonly Mutant[] = [
  {
    name: "a long chat is prepared where the gateway runs",
    file: "exchange/offload.ts",
    find: "bytes <= short ? effectOf(atOnce(job",
    replace: "bytes > 0 ? effectOf(atOnce(job",
    caughtBy: ["workers/long-requests.test.ts"]
  },
  {
    name: "nobody has a turn between the steps of a long job",
    file: "exchange/offload.ts",
    find: "Effect.andThen(Effect.yieldNow, inTurns(steps))",
    replace: "inTurns(steps)",
    caughtBy: ["workers/long-requests.test.ts"]
  },
  {
    name: "a request that its client left is done all the same",
    file: "hosts/workers/pool.ts",
    find: "return Effect.sync(takeBack)",
    replace: "return Effect.void",
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "jobs wait for threads without end",
    file: "hosts/workers/pool.ts",
    find: "if (free <= 0)",
    replace: "if (free < -1e9)",
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "one account fills the queue for the threads",
    file: "hosts/workers/pool.ts",
    find: "?.others.size ?? 0) < free",
    replace: "?.others.size ?? 0) < Infinity",
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "an account has its next turn before the others",
    file: "hosts/workers/pool.ts",
    find: "    this.#lines.delete(account)\n    this.#lines.set(account, line)\n",
    replace: "",
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "what left the queue is counted for ever",
    file: "hosts/workers/pool.ts",
    find: "this.#size -= 1",
    replace: "void this.#size",
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "the pool asks for nobody",
    file: "hosts/workers/pool.ts",
    find: "pool.run(name, given, account, isPaid)",
    replace: 'pool.run(name, given, "", isPaid)',
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "a thread that hangs is not ended",
    file: "hosts/workers/thread.ts",
    find: 'void this.end("JobTookTooLong")',
    replace: "undefined",
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "a thread that ended is taken for one that works",
    file: "hosts/workers/pool.ts",
    find: "this.#threads.delete(thread)",
    replace: "void thread",
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "bytes are copied to a thread",
    file: "hosts/workers/thread.ts",
    find: "[...memoryOf(pending.sent.given)]",
    replace: "[]",
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "threads of before take what comes after an exchange of models",
    file: "hosts/workers/thread.ts",
    find: "if (this.#over) void this.#worker.terminate()",
    replace: "if (this.#clock < 0) void this.#worker.terminate()",
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "a thread knows the keys of vendors",
    file: "hosts/cli/compose.ts",
    find: 'key: "none here", retired: []',
    replace: "retired: []",
    caughtBy: ["workers/long-requests.test.ts"]
  },
  {
    name: "a request goes where its key is not for",
    file: "families/models/chat.ts",
    find: "if (!request.url.startsWith(home)) return undefined",
    replace: "",
    caughtBy: ["families/families.test.ts"]
  },
  {
    name: "a long body in turns is normalised in one go",
    file: "exchange/offload.ts",
    find: "inTurns(job.run(given, services)) })",
    replace: "effectOf(atOnce(job.run(given, services))) })",
    caughtBy: ["workers/turns.test.ts"]
  },
  {
    name: "a long file in turns is written into its form in one go",
    file: "exchange/images/calls.ts",
    find: "if (at > 0) yield",
    replace: "if (at < 0) yield",
    caughtBy: ["workers/turns.test.ts"]
  },
  {
    name: "a file in turns is written as base64 in one go",
    file: "core/bytes.ts",
    find: "at += slice) {\n    yield\n",
    replace: "at += slice) {\n",
    caughtBy: ["images/form.test.ts"]
  },
  {
    name: "slices of base64 in turns are cut within a group",
    file: "exchange/images/calls.ts",
    find: "const slice = 1024 * 1024",
    replace: "const slice = 1024 * 1024 - 2",
    caughtBy: ["images/form.test.ts"]
  },
  {
    name: "a thread does nothing for the lab",
    file: "hosts/cli/worker.ts",
    find: "[...servedEndpoints, ...labWithoutLogins()]",
    replace: "[...servedEndpoints]",
    caughtBy: ["workers/same.test.ts"]
  },
  {
    name: "bytes that stand twice cannot cross",
    file: "hosts/workers/thread.ts",
    find: "[...new Set(memoriesIn(value, deepest))]",
    replace: "memoriesIn(value, deepest)",
    caughtBy: ["workers/same.test.ts"]
  },
  {
    name: "what must be fetched is asked for without the body",
    file: "exchange/unary.ts",
    find: "...(calls.needs.length === 0 ? {} : { body: given.body })",
    replace: "",
    caughtBy: ["images/links.test.ts", "workers/same.test.ts"]
  },
  {
    name: "a refusal goes before the question whether its model is known",
    file: "exchange/unary.ts",
    find: "return succeed({ model: id, calls: errorData(written.error) })",
    replace: "return written",
    caughtBy: ["workers/same.test.ts"]
  },
  {
    name: "an error of a thread is told without what it is about",
    file: "exchange/offload.ts",
    find: "({ reason, message, details }: GatewayError): ErrorData => ({ reason, message, details })",
    replace: "({ reason, message }: GatewayError): ErrorData => ({ reason, message, details: {} })",
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "a call of a form is sent as JSON",
    file: "exchange/call-model.ts",
    find: "contentType === undefined ? headers",
    replace: 'contentType !== "" ? headers',
    caughtBy: ["images/form.test.ts", "images/edits.test.ts"]
  },
  {
    name: "links are told before they were followed",
    file: "exchange/images/images.ts",
    find: "if (links.length > 0) return",
    replace: "if (links.length < 0) return",
    caughtBy: ["images/answers.test.ts", "workers/same.test.ts"]
  },
  {
    name: "a thread tells of a defect no more than its name",
    file: "hosts/workers/thread.ts",
    find: "return { broke: [title, ...lines] }",
    replace: 'return { broke: [title.split(":", 1).join(), ...lines] }',
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "long bodies are read however much of their account waits for a thread",
    file: "gateway/body-ledger.ts",
    find: "turns.begin() && !line.isFull(account)",
    replace: "turns.begin()",
    caughtBy: ["hosts/body-turns.test.ts"]
  },
  {
    name: "whoever reads long bodies knows nothing of what waits",
    file: "gateway/serve.ts",
    find: "line: Context.get(context, Offload).line",
    replace: "line: undefined",
    caughtBy: ["workers/reading.test.ts"]
  },
  {
    name: "the pool shows its line to nobody",
    file: "hosts/workers/pool.ts",
    find: "        line: pool.line,\n",
    replace: "",
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "an account's line for the threads is never full",
    file: "hosts/workers/pool.ts",
    find: "?? 0) >= ahead",
    replace: "?? 0) > 64",
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "whoever waits for room in a line is told at once",
    file: "hosts/workers/pool.ts",
    find: "if (!this.isFull(account)) this.#tell",
    replace: "this.#tell",
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "threads for long work have no less of a processor than sockets",
    file: "hosts/workers/thread.ts",
    find: "getPriority() + nicer",
    replace: "getPriority()",
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "an answer that is paid for is refused where much waits",
    file: "hosts/workers/pool.ts",
    find: "isPaid && !this.#isClosed ? undefined",
    replace: "isPaid && this.#isClosed ? undefined",
    caughtBy: ["workers/pool.test.ts", "workers/paid.test.ts"]
  },
  {
    name: "the pool does not ask what is paid for",
    file: "hosts/workers/pool.ts",
    find: "pool.run(name, given, account, isPaid)",
    replace: "pool.run(name, given, account)",
    caughtBy: ["workers/pool.test.ts", "workers/paid.test.ts"]
  },
  {
    name: "an answer that is paid for takes another's place",
    file: "hosts/workers/pool.ts",
    find: "      line.others.add(thing)\n      this.#size += 1\n    }",
    replace: "      line.others.add(thing)\n    }\n    this.#size += 1",
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "an answer that is paid for waits behind its account's requests",
    file: "hosts/workers/pool.ts",
    find: "this.paid.size > 0 ? this.paid : this.others",
    replace: "this.others.size > 0 ? this.others : this.paid",
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "an answer that waits is told by a thread that knows its model no more",
    file: "hosts/workers/pool.ts",
    find: "pending.data === this.#options.data)",
    replace: "pending.data !== this.#options)",
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "threads that know models of before are kept",
    file: "hosts/workers/pool.ts",
    find: "once: true",
    replace: "once: false",
    caughtBy: ["workers/pool.test.ts"]
  },
  {
    name: "an answer is told by whatever model has its id by then",
    file: "exchange/offload.ts",
    find: "if (now === model)",
    replace: "if (now !== undefined)",
    caughtBy: ["workers/paid.test.ts"]
  },
  {
    name: "a long answer goes to a thread that knows its model no more",
    file: "exchange/offload.ts",
    find: "isKnown || bytes <= short",
    replace: "isKnown || bytes > 0",
    caughtBy: ["workers/paid.test.ts"]
  },
  {
    name: "an answer of a chat is not known as paid for",
    file: "exchange/chat-jobs.ts",
    find: "  isPaid: true,\n",
    replace: "",
    caughtBy: ["workers/paid.test.ts"]
  },
  {
    name: "an answer that is whole is not known as paid for",
    file: "exchange/unary.ts",
    find: "  isPaid: true,\n",
    replace: "",
    caughtBy: ["workers/paid.test.ts"]
  }
]
