import type { Mutant } from "./mutant.ts"

/** Defects in the keeping of tasks, most of them in each kind of store. */
export const tasks: readonly Mutant[] = [
  {
    name: "an end may be left",
    file: "tasks/store.ts",
    find: "failed: []",
    replace: 'failed: ["failed"]',
    caughtBy: ["tasks/steps.test.ts"]
  },
  {
    name: "a task is due while it is held",
    file: "tasks/store.ts",
    find: "Math.max(task.nextPollAt, task.lease?.until ?? 0)",
    replace: "task.nextPollAt",
    caughtBy: ["tasks/memory.test.ts"]
  },
  {
    name: "a step keeps the lease",
    file: "tasks/steps.ts",
    find: '({ lease: _lease, ...task }: TaskFacts): Omit<TaskFacts, "lease"> => task',
    replace: "(task: TaskFacts): TaskFacts => task",
    caughtBy: ["tasks/memory.test.ts"]
  },
  {
    name: "a task is forgotten before its result",
    file: "tasks/steps.ts",
    find: "Math.max(task.expiresAt, result.expiresAt)",
    replace: "task.expiresAt",
    caughtBy: ["tasks/steps.test.ts"]
  },
  {
    name: "ids of tasks are short",
    file: "tasks/store.ts",
    find: "const size = 24",
    replace: "const size = 9",
    caughtBy: ["tasks/steps.test.ts"]
  },
  {
    name: "a task is anybody's",
    file: "tasks/store-from-rows.ts",
    find: "row === undefined || row.owner !== owner",
    replace: "row === undefined",
    caughtBy: ["tasks/memory.test.ts"]
  },
  {
    name: "a key stands for any body",
    file: "tasks/store-from-rows.ts",
    find: "first.hash === hash",
    replace: "first.hash !== undefined",
    caughtBy: ["tasks/memory.test.ts"]
  },
  {
    name: "a task that cannot be read holds up all others",
    file: "tasks/store-from-rows.ts",
    find: "taken.map(taskOf).filter((task) => task !== undefined)",
    replace: "taken.map((row) => taskOf(row) ?? [].at(0)!)",
    caughtBy: ["tasks/sqlite/outage.test.ts"]
  },
  {
    name: "how a task ended does not outlive a loss of power",
    file: "tasks/store-from-rows.ts",
    find: "task.fence === 1 || isEnded(task)",
    replace: "task.fence === 1",
    caughtBy: ["tasks/keep.test.ts"]
  },
  {
    name: "what the upstream calls a task does not outlive a loss of power",
    file: "tasks/store-from-rows.ts",
    find: "task.fence === 1 || isEnded(task)",
    replace: "isEnded(task)",
    caughtBy: ["tasks/keep.test.ts"]
  },
  {
    name: "a key stands for what was never sent",
    file: "tasks/store-from-rows.ts",
    find: "? { freed: task.claim.key }",
    replace: "? {}",
    caughtBy: ["tasks/memory.test.ts"]
  },
  {
    name: "memory: a key is freed by whoever had it",
    file: "tasks/memory.ts",
    find: "claims.get(key)?.id === id",
    replace: "id !== key",
    caughtBy: ["tasks/memory.test.ts"]
  },
  {
    name: "memory: a lease is not looked at",
    file: "tasks/memory.ts",
    find: "due: until, fence: row.fence + 1",
    replace: "due: row.due, fence: row.fence + 1",
    caughtBy: ["tasks/memory.test.ts"]
  },
  {
    name: "memory: the fence is not looked at",
    file: "tasks/memory.ts",
    find: "current.fence !== row.fence || ",
    replace: "",
    caughtBy: ["tasks/memory.test.ts"]
  },
  {
    name: "memory: any step may be saved",
    file: "tasks/memory.ts",
    find: " || !before.includes(current.state)",
    replace: "",
    caughtBy: ["tasks/memory.test.ts"]
  },
  {
    name: "memory: a claim is for ever",
    file: "tasks/memory.ts",
    find: "first === undefined || first.claim.until <= now",
    replace: "first === undefined",
    caughtBy: ["tasks/memory.test.ts"]
  },
  {
    name: "file: a key is freed by whoever had it",
    file: "tasks/sqlite/statements.ts",
    find: "key = :key AND id = :id",
    replace: "key = :key AND :id <> ''",
    caughtBy: ["tasks/sqlite/sqlite.test.ts"]
  },
  {
    name: "file: a key is freed by a step that is refused",
    file: "tasks/sqlite/layer.ts",
    find: "if (done) statements.free",
    replace: "statements.free",
    caughtBy: ["tasks/sqlite/sqlite.test.ts"]
  },
  {
    name: "file: a lease is not looked at",
    file: "tasks/sqlite/statements.ts",
    find: "holder = :holder, until = :until, due = :until\n",
    replace: "holder = :holder, until = :until\n",
    caughtBy: ["tasks/sqlite/sqlite.test.ts"]
  },
  {
    name: "file: the fence does not grow, seen by four pollers",
    file: "tasks/sqlite/statements.ts",
    find: "UPDATE tasks SET fence = fence + 1, holder = :holder, until = :until, due = :until\n",
    replace: "UPDATE tasks SET holder = :holder, until = :until, due = :until\n",
    caughtBy: ["tasks/sqlite/processes.test.ts"]
  },
  {
    name: "file: the fence is not looked at",
    file: "tasks/sqlite/statements.ts",
    find: "WHERE id = :id AND fence = :fence AND state IN",
    replace: "WHERE id = :id AND :fence > 0 AND state IN",
    caughtBy: ["tasks/sqlite/sqlite.test.ts"]
  },
  {
    name: "file: the fence is not looked at, seen by four pollers",
    file: "tasks/sqlite/statements.ts",
    find: "AND fence = :fence AND state",
    replace: "AND :fence > 0 AND state",
    caughtBy: ["tasks/sqlite/processes.test.ts"]
  },
  {
    name: "file: any step may be saved",
    file: "tasks/sqlite/statements.ts",
    find: "AND state IN (SELECT value FROM json_each(:before))",
    replace: "AND :before IS NOT NULL",
    caughtBy: ["tasks/sqlite/sqlite.test.ts"]
  },
  {
    name: "file: a lease that ran out is renewed",
    file: "tasks/sqlite/statements.ts",
    find: "WHERE id = :id AND fence = :fence AND due IS NOT NULL",
    replace: "WHERE id = :id AND :fence > 0 AND due IS NOT NULL",
    caughtBy: ["tasks/sqlite/sqlite.test.ts"]
  },
  {
    name: "file: a claim is the last one's",
    file: "tasks/sqlite/statements.ts",
    find: "WHERE claims.until <= :now OR",
    replace: "WHERE :now IS NOT NULL OR",
    caughtBy: ["tasks/sqlite/sqlite.test.ts"]
  },
  {
    name: "file: a claim is looked up for ever",
    file: "tasks/sqlite/statements.ts",
    find: "AND key = :key AND claims.until > :now",
    replace: "AND key = :key AND :now > -1",
    caughtBy: ["tasks/sqlite/sqlite.test.ts"]
  },
  {
    name: "file: a task and its claim are two writes",
    file: "tasks/sqlite/layer.ts",
    find: "if (isFirst) statements.insert.run({ ...row })",
    replace: 'if (isFirst) database.exec("COMMIT; BEGIN"), statements.insert.run({ ...row })',
    caughtBy: ["tasks/sqlite/outage.test.ts"]
  },
  {
    name: "file: a file that failed is never opened again",
    file: "tasks/sqlite/layer.ts",
    find: "if (!isLocked(why)) close()",
    replace: "if (!isLocked(why)) open?.database.close()",
    caughtBy: ["tasks/sqlite/outage.test.ts"]
  },
  {
    name: "Redis: a key is freed by whoever had it",
    file: "tasks/redis/scripts.ts",
    find: " and redis.call('HGET', claimAt(freed), 'id') == id then",
    replace: " then",
    caughtBy: ["tasks/redis/redis.test.ts"]
  },
  {
    name: "Redis: a lease is not looked at",
    file: "tasks/redis/scripts.ts",
    find: "  redis.call('ZADD', due, till, id)\n  table",
    replace: "  table",
    caughtBy: ["tasks/redis/redis.test.ts"]
  },
  {
    name: "Redis: the fence is not looked at",
    file: "tasks/redis/scripts.ts",
    find: "if current[2] ~= fence then",
    replace: "if not current[2] then",
    caughtBy: ["tasks/redis/redis.test.ts"]
  },
  {
    name: "Redis: the fence is not looked at, seen by four pollers",
    file: "tasks/redis/scripts.ts",
    find: "current[2] ~= fence",
    replace: "not current[2]",
    caughtBy: ["tasks/redis/processes.test.ts"]
  },
  {
    name: "Redis: the fence does not grow, seen by four pollers",
    file: "tasks/redis/scripts.ts",
    find: "'fence', 1)",
    replace: "'fence', 0)",
    caughtBy: ["tasks/redis/processes.test.ts"]
  },
  {
    name: "Redis: a lease is not looked at, seen by four pollers",
    file: "tasks/redis/scripts.ts",
    find: "  redis.call('ZADD', due, till, id)\n  table",
    replace: "  table",
    caughtBy: ["tasks/redis/processes.test.ts"]
  },
  {
    name: "Redis: any step may be saved",
    file: "tasks/redis/scripts.ts",
    find: "local follows = false",
    replace: "local follows = true",
    caughtBy: ["tasks/redis/redis.test.ts"]
  },
  {
    name: "Redis: a lease that ran out is renewed",
    file: "tasks/redis/scripts.ts",
    find: "redis.call('HGET', at(id), 'fence') ~= fence or ",
    replace: "",
    caughtBy: ["tasks/redis/redis.test.ts"]
  },
  {
    name: "Redis: a claim is the last one's",
    file: "tasks/redis/scripts.ts",
    find: "if first then return first end",
    replace: "",
    caughtBy: ["tasks/redis/redis.test.ts"]
  },
  {
    name: "Redis: a claim is for as long as Redis keeps it",
    file: "tasks/redis/scripts.ts",
    find: " or tonumber(first[3]) <= tonumber(now) then return false",
    replace: " then return false",
    caughtBy: ["tasks/redis/redis.test.ts"]
  },
  {
    name: "Redis: a key is anybody's",
    file: "tasks/redis/layer.ts",
    find: "JSON.stringify([owner, key])",
    replace: "JSON.stringify([owner.slice(owner.length), key])",
    caughtBy: ["tasks/redis/redis.test.ts"]
  },
  {
    name: "Redis: a Redis that is away is waited for",
    file: "tasks/redis/layer.ts",
    find: "disableOfflineQueue: true",
    replace: "disableOfflineQueue: false",
    caughtBy: ["tasks/redis/outage.test.ts"]
  },
  {
    name: "Redis: a connection that has become silent is kept",
    file: "tasks/redis/layer.ts",
    find: "if (line !== silent) return",
    replace: "if (line === silent) return",
    caughtBy: ["tasks/redis/outage.test.ts"]
  },
  {
    name: "Redis: scripts are told once",
    file: "tasks/redis/layer.ts",
    find: '!why.message.startsWith("NOSCRIPT")',
    replace: "why.message.length > 0",
    caughtBy: ["tasks/redis/redis.test.ts"]
  },
  {
    name: "polls are not spread",
    file: "tasks/steps.ts",
    find: "(1 + chance / 4)",
    replace: "1",
    caughtBy: ["tasks/poll.test.ts"]
  },
  {
    name: "a refused key ends a task",
    file: "tasks/steps.ts",
    find: 'new Set(["barred", "unkept"])',
    replace: 'new Set(["unkept"])',
    caughtBy: ["tasks/poll.test.ts"]
  },
  {
    name: "a media store that is away ends a task",
    file: "tasks/steps.ts",
    find: 'new Set(["barred", "unkept"])',
    replace: 'new Set(["barred"])',
    caughtBy: ["videos/vendors.test.ts"]
  },
  {
    name: "a page is kept as a video",
    file: "exchange/videos/poll.ts",
    find: 'mimeOf(first, ["video"]) !== undefined',
    replace: "first.length > 0",
    caughtBy: ["videos/vendors.test.ts"]
  },
  {
    name: "a vendor that is not done is asked again as soon as ever",
    file: "exchange/videos/poll.ts",
    find: "return wait === undefined ? {} : { retryAfter: wait / 1000 }",
    replace: "return wait === undefined || wait > 0 ? {} : { retryAfter: wait / 1000 }",
    caughtBy: ["videos/vendors.test.ts"]
  },
  {
    name: "a video tells its model's alias",
    file: "endpoints/videos/videos.ts",
    find: "model: task.upstream.model,",
    replace: "model: task.model,",
    caughtBy: ["videos/vendors.test.ts"]
  },
  {
    name: "the next poll is after the deadline",
    file: "tasks/steps.ts",
    find: "Math.min(now + pause, task.deadlineAt)",
    replace: "now + pause",
    caughtBy: ["tasks/poll.test.ts"]
  },
  {
    name: "a task runs on after its deadline",
    file: "tasks/steps.ts",
    find: "now >= deadlineAt ? ends.late",
    replace: "now > deadlineAt * 2 ? ends.late",
    caughtBy: ["tasks/poll.test.ts"]
  },
  {
    name: "what may have been sent is said not to have been",
    file: "tasks/steps.ts",
    find: 'task.state === "accepted"\n',
    replace: 'task.state !== "unknown"\n',
    caughtBy: ["tasks/poll.test.ts"]
  },
  {
    name: "a lease is not renewed",
    file: "tasks/poller.ts",
    find: "Effect.delay(lease / 3)",
    replace: "Effect.delay(lease * 300)",
    caughtBy: ["tasks/poller.test.ts"]
  },
  {
    name: "a poller goes on when another has its task",
    file: "tasks/poller.ts",
    find: 'Effect.catchTag("GatewayError", () => Effect.void)',
    replace: 'Effect.catchTag(["GatewayError", "Superseded"], () => Effect.void)',
    caughtBy: ["tasks/poller.test.ts"]
  },
  {
    name: "an answer is saved once or never",
    file: "tasks/poller.ts",
    find: "const saveRetry = { times: 20",
    replace: "const saveRetry = { times: 0",
    caughtBy: ["tasks/poller.test.ts"]
  },
  {
    name: "as many tasks are asked about at once as there are",
    file: "tasks/poller.ts",
    find: "Semaphore.makeUnsafe(atOnce)",
    replace: "Semaphore.makeUnsafe(atOnce * 1_000)",
    caughtBy: ["tasks/poller.test.ts"]
  },
  {
    name: "a turn begins as soon as it is asked for",
    file: "tasks/poller.ts",
    find: "next = begins + gap",
    replace: "next = begins",
    caughtBy: ["tasks/turns.test.ts"]
  },
  {
    name: "all upstreams share their turns",
    file: "tasks/poller.ts",
    find: "JSON.stringify([name, credential])",
    replace: "JSON.stringify([name.slice(name.length), credential])",
    caughtBy: ["tasks/turns.test.ts"]
  },
  {
    name: "all keys of an upstream share their turns",
    file: "tasks/poller.ts",
    find: "JSON.stringify([name, credential])",
    replace: "JSON.stringify([name, credential.slice(credential.length)])",
    caughtBy: ["tasks/turns.test.ts"]
  },
  {
    name: "one node holds all that wait for a turn",
    file: "tasks/poller.ts",
    find: "if (inside >= most) return false",
    replace: "",
    caughtBy: ["tasks/turns.test.ts"]
  },
  {
    name: "who had a turn never leaves",
    file: "tasks/poller.ts",
    find: "inside -= 1",
    replace: "inside -= 0",
    caughtBy: ["tasks/turns.test.ts"]
  },
  {
    name: "who has had a turn overtakes those who wait for their first",
    file: "tasks/poller.ts",
    find: "wanted > last ? wanted : (last += gap)",
    replace: "wanted",
    caughtBy: ["tasks/turns.test.ts"]
  },
  {
    name: "how many tasks there are is never told",
    file: "tasks/poller.ts",
    find: "Effect.ignore(gaugeTasks(store)),",
    replace: "Effect.void,",
    caughtBy: ["tasks/poller.test.ts"]
  },
  {
    name: "nothing is ever forgotten",
    file: "tasks/poller.ts",
    find: "store.sweep(sweeping.limit)",
    replace: "store.sweep(0)",
    caughtBy: ["tasks/poller.test.ts"]
  }
]
