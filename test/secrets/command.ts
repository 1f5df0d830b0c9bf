import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { firstCommand, isogloss, type Started } from "../cli/process.ts"
import { canary } from "./canary.ts"
import { families } from "./cells.ts"

/** All secrets of a run. */
export const secretsOfRun = () => ({
  vendors: new Map(families.map(({ family }) => [family, canary()])),
  retired: canary(),
  client: canary(),
  login: canary()
})

/** The command in front of vendors, with all families, its tasks in a place and its configuration in a folder. */
export const serving = async (
  vendors: string,
  secrets: ReturnType<typeof secretsOfRun>,
  { tasks, folder }: { readonly tasks: string; readonly folder: string }
): Promise<{ readonly url: string; readonly started: Started }> => {
  const file = join(folder, "configuration.json")
  const upstreams = families.map(({ family, called }) => [
    family,
    { family, ...called, url: `${vendors}/${family}`, key: secrets.vendors.get(family), retired: [secrets.retired] }
  ])
  const configuration = {
    keys: [{ key: secrets.client, name: "team" }],
    upstreams: Object.fromEntries(upstreams),
    models: families.flatMap(({ routes }) => routes),
    tasks,
    loginSecret: secrets.login,
    open: ["/metrics", "/openapi.json"],
    stop: { ready: 0, grace: 1 }
  }
  writeFileSync(file, JSON.stringify(configuration))
  const started = isogloss(["serve", "--port", "0", "--config", file], {})
  const url = /http:\/\/\S+/.exec(await started.saying(firstCommand))?.[0] ?? ""
  return { url, started }
}
