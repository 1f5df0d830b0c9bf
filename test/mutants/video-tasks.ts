import type { Mutant } from "./mutant.ts"

/** Defects in the endpoints of videos, and in how their tasks are submitted, polled and told of. */
export const videoTasks: readonly Mutant[] = [
  {
    name: "a key's second submit is sent, too",
    file: "exchange/videos/tasks.ts",
    find: 'isNew && task.state === "accepted"',
    replace: 'task.state === "accepted"',
    caughtBy: ["videos/claims.test.ts"]
  },
  {
    name: "a submit that was refused for now is sent again",
    file: "exchange/videos/tasks.ts",
    find: "once: true",
    replace: "once: false",
    caughtBy: ["videos/submit-faults.test.ts"]
  },
  {
    name: "a submit ends with its client",
    file: "exchange/videos/tasks.ts",
    find: "Effect.uninterruptible(create(store, order, request))",
    replace: "create(store, order, request)",
    caughtBy: ["videos/submit-faults.test.ts"]
  },
  {
    name: "a call is not written down before it is made",
    file: "exchange/videos/tasks.ts",
    find: "store.save(submittingStep(task))",
    replace: "Effect.succeed(submittingStep(task))",
    caughtBy: ["videos/answers.test.ts"]
  },
  {
    name: "what may have run was never sent",
    file: "exchange/videos/tasks.ts",
    find: "error.details.unsent === true",
    replace: "error !== undefined",
    caughtBy: ["videos/submit-faults.test.ts"]
  },
  {
    name: "a client may pay twice for an answer that was lost",
    file: "exchange/videos/tasks.ts",
    find: 'task.state === "failed" && (task.claim === undefined || task.failure.unsent === true)',
    replace: "task.claim === undefined",
    caughtBy: ["videos/submit-faults.test.ts", "videos/sdk.test.ts"]
  },
  {
    name: "a task that may have been written waits for its creator's time to be over",
    file: "exchange/videos/tasks.ts",
    find: "Effect.tapError(store.create(wish), () => givenUp(store, wish))",
    replace: "store.create(wish)",
    caughtBy: ["videos/store-faults.test.ts"]
  },
  {
    name: "a key stands for what could not be sent",
    file: "exchange/videos/tasks.ts",
    find: "? unsentStep(about, unreached)",
    replace: '? failedStep(about, { code: "not_submitted", message: unreached })',
    caughtBy: ["videos/submit-faults.test.ts"]
  },
  {
    name: "a step that was saved unseen is lost",
    file: "exchange/videos/tasks.ts",
    find: "task.upstream.id === upstream.id",
    replace: "task.upstream.id !== upstream.id",
    caughtBy: ["videos/store-faults.test.ts"]
  },
  {
    name: "what the vendor said is saved once or never",
    file: "exchange/videos/tasks.ts",
    find: "times: 20",
    replace: "times: 0",
    caughtBy: ["videos/store-faults.test.ts"]
  },
  {
    name: "a key of 255 characters is too long",
    file: "exchange/videos/submit.ts",
    find: "header.length > longestKey",
    replace: "header.length >= longestKey",
    caughtBy: ["videos/claims.test.ts"]
  },
  {
    name: "a key is the same at every path",
    file: "exchange/videos/submit.ts",
    find: "let text = `${endpoint}\\n`",
    replace: 'let text = ""',
    caughtBy: ["videos/claims.test.ts"]
  },
  {
    name: "an empty key is one",
    file: "exchange/videos/submit.ts",
    find: 'header === undefined || header === ""',
    replace: "header === undefined",
    caughtBy: ["videos/claims.test.ts"]
  },
  {
    name: "a video in a vendor's storage is tried for ever",
    file: "exchange/videos/poll.ts",
    find: "!videos.every(isInReach)",
    replace: "videos.length === 0",
    caughtBy: ["videos/poll-faults.test.ts"]
  },
  {
    name: "an answer with a video that is too large is asked for again",
    file: "exchange/videos/poll.ts",
    find: "details.code === answerTooLarge",
    replace: "details.code === message",
    caughtBy: ["videos/poll-faults.test.ts"]
  },
  {
    name: "a body is as it is written",
    file: "core/json/exact.ts",
    find: "Object.keys(value).toSorted()",
    replace: "Object.keys(value)",
    caughtBy: ["videos/claims.test.ts", "core/json/canonical.test.ts"]
  },
  {
    name: "a video that is too large is tried for ever",
    file: "exchange/videos/poll.ts",
    find: 'reason === "PayloadTooLarge"',
    replace: 'reason === "NotFound"',
    caughtBy: ["videos/poll-faults.test.ts"]
  },
  {
    name: "a key that was lost loses its tasks",
    file: "exchange/videos/poll.ts",
    find: "new PollFailed({ status: 401 })",
    replace: "new PollFailed({ status: 404 })",
    caughtBy: ["videos/keys.test.ts"]
  },
  {
    name: "a vendor's pause is taken for milliseconds",
    file: "exchange/videos/poll.ts",
    find: "wait / 1000",
    replace: "wait / 1_000_000",
    caughtBy: ["videos/poll-faults.test.ts"]
  },
  {
    name: "a poll that was refused for now is sent again at once",
    file: "exchange/videos/poll.ts",
    find: "once: true",
    replace: "once: false",
    caughtBy: ["videos/poll-faults.test.ts"]
  },
  {
    name: "a hundredth of the way is all of it",
    file: "exchange/videos/poll.ts",
    find: "progress / 100",
    replace: "progress",
    caughtBy: ["videos/answers.test.ts"]
  },
  {
    name: "an error is kept as a video",
    file: "exchange/videos/poll.ts",
    find: "if (isSuccess(status)) return",
    replace: "if (status > 0) return",
    caughtBy: ["videos/poll-faults.test.ts"]
  },
  {
    name: "a video that is not finished never was",
    file: "exchange/videos/tasks.ts",
    find: 'new GatewayError("Conflict", "The video is not finished."',
    replace: 'new GatewayError("NotFound", "The video is not finished."',
    caughtBy: ["videos/answers.test.ts"]
  },
  {
    name: "a video that failed is not finished",
    file: "exchange/videos/tasks.ts",
    find: 'new GatewayError("Gone", "The task has failed; there is no video."',
    replace: 'new GatewayError("Conflict", "The task has failed; there is no video."',
    caughtBy: ["videos/answers.test.ts"]
  },
  {
    name: "every node asks vendors",
    file: "exchange/videos/tasks.ts",
    find: "if (polls)",
    replace: "if (polls || true)",
    caughtBy: ["videos/queries.test.ts"]
  },
  {
    name: "one video is a list, too",
    file: "endpoints/videos/generations.ts",
    find: "if (second === undefined) return url",
    replace: "if (second !== undefined) return url",
    caughtBy: ["videos/answers.test.ts"]
  },
  {
    name: "a video of every family is downloaded",
    file: "endpoints/videos/generations.ts",
    find: "if (!task.handing.download)",
    replace: "if (task.handing.download === undefined)",
    caughtBy: ["videos/answers.test.ts"]
  },
  {
    name: "29 of a hundred are 28",
    file: "endpoints/videos/generations.ts",
    find: "Math.round(100",
    replace: "Math.floor(100",
    caughtBy: ["videos/answers.test.ts"]
  },
  {
    name: "a replay tells the end of what it was to begin",
    file: "endpoints/videos/videos.ts",
    find: '(shown.status === "succeeded" || shown.status === "expired" ? completionTimes(task) : noCompletion)',
    replace: "completionTimes(task)",
    caughtBy: ["videos/claims.test.ts"]
  },
  {
    name: "the link to a picture in OpenAI's form is lost",
    file: "families/videos/normalise.ts",
    find: "if (!isObject(value)) return image(value, at, reader)",
    replace: "return image(value, at, reader)",
    caughtBy: ["videos/sdk.test.ts"]
  },
  {
    name: "an idempotency key is not passed on",
    file: "exchange/videos/submit.ts",
    find: "...(claim === undefined ? {} : { claim }),",
    replace: "",
    caughtBy: ["videos/claims.test.ts"]
  },
  {
    name: "an answer that dies at once leaves its client waiting",
    file: "gateway/gateway.ts",
    find: "      ended(atOnce)\n",
    replace: "",
    caughtBy: ["videos/poll-faults.test.ts"]
  }
]
