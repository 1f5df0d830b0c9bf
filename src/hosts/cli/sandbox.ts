import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ListedModels } from "../../capabilities/models.ts"
import { type FamilyName, formatOptions, layerOf } from "../../config/known-families.ts"
import * as Families from "../../families/families.ts"
import type { SandboxModel, Vendor } from "../../sandbox.ts"
import { layerFetch } from "../../upstream/fetch.ts"
import { randomBytes } from "node:crypto"
import type { Principal } from "../../credentials/credentials.ts"
import { Accounts, DressingTasks, Logins } from "../../lab.ts"

/** Which family speaks to each vendor of the sandbox, and where that is. */
const sandboxed: Readonly<Record<Vendor, readonly [family: FamilyName, path: string]>> = {
  openai: ["openai", "/v1"],
  anthropic: ["claude", ""],
  google: ["gemini", ""],
  qwen: ["qwen", "/qwen/v1"],
  deepseek: ["deepseek", "/deepseek/v1"],
  kimi: ["kimi", "/kimi/v1"],
  openrouter: ["openrouter", "/openrouter/v1"],
  ark: ["seedream", "/ark/api/v3"],
  dashscope: ["qwenimage", "/dashscope/api/v1"],
  "openai-images": ["gptimage", "/v1"],
  jina: ["jina", "/jina/v1"],
  cohere: ["cohere", "/cohere"],
  "google-videos": ["veo", ""],
  "openai-videos": ["sora", "/v1"],
  "ark-videos": ["seedance", "/ark/api/v3"]
}

/** All families at the sandbox, which serves its own models under their plain ids, and under each behaviour unlisted. */
export const sandboxFamilies = async () => {
  const { goneModels, make } = await import("../../sandbox.ts")
  const { fetch, models: made } = make({ links: "data" })
  const plain = made.filter(({ behaviour }) => behaviour === "plain")
  const known = [...plain.map(({ id, rules: { vendor } }) => ({ id, vendor })), ...goneModels]
  const at = ([family, path]: readonly [FamilyName, string]) =>
    layerOf(family)({
      ...formatOptions(family),
      key: "sandbox",
      url: `http://sandbox.invalid${path}`,
      models: known.filter(({ vendor }) => sandboxed[vendor][0] === family).map(({ id }) => id)
    })
  const { openai, ...others } = sandboxed
  const routes = made.filter(({ behaviour }) => behaviour !== "plain").map(routeTo)
  const served = Families.routed(routes, at(openai), ...Object.values(others).map(at))
  return without(routes).pipe(Layer.provideMerge(served), Layer.provide(layerFetch(fetch)))
}

/** A list of models in which those of some routes are not named. */
const without = (routes: readonly Families.Route[]): Layer.Layer<ListedModels, never, ListedModels> => {
  const unlisted = new Set(routes.map(({ match }) => match))
  const listing = Effect.map(ListedModels, (all) => ({
    ...all,
    list: all.list.filter(({ id }) => !unlisted.has(id))
  }))
  return Layer.effect(ListedModels)(listing)
}

const routeTo = ({ id, base, rules }: SandboxModel): Families.Route => ({
  match: id,
  upstream: sandboxed[rules.vendor][0],
  like: base
})

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
