import { randomBytes } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Principal } from "../../credentials/credentials.ts"
import { Accounts, DressingTasks, Logins } from "../../lab.ts"

/** The user name of the sandbox's one account, its password, and the name that it shares with the sandbox's key. */
const sandbox = "sandbox"

const principal: Principal = { name: sandbox, may: () => true, routing: true }

/** Whoever reads the manual knows this password: it is compared as it is. */
const accounts = Layer.succeed(Accounts)({
  check: (username, password) => Effect.succeed(username === sandbox && password === sandbox ? principal : undefined),
  find: (username) => Effect.succeed(username === sandbox ? principal : undefined)
})

const tasks = Layer.effect(DressingTasks)(
  Effect.map(
    Effect.promise(() => import("../../sandbox.ts")),
    ({ dressingTask }) => ({
      find: (taskId) =>
        Effect.map(
          Effect.promise(() => dressingTask(taskId)),
          (task) =>
            task?.status === "DONE"
              ? { status: task.status, result: { code: task.code, imageUrl: task.imageUrl } }
              : task
        )
    })
  )
)

/** What the lab has in a sandbox: one account, whose logins end with the process, and some dressing tasks. */
export const sandboxLab = (): Layer.Layer<Logins | DressingTasks> =>
  Layer.merge(tasks, Logins.layer({ secrets: [randomBytes(32).toString("base64url")] }).pipe(Layer.provide(accounts)))
