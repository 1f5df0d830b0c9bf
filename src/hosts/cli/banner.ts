import type { Configuration } from "../../config/configuration.ts"
import { ownName, revealSecret } from "../../credentials/credentials.ts"
import { commandsFor, type AnnouncedModel } from "./commands.ts"
import { type StorePlaces, shownOf } from "./stores.ts"

/** The most model ids of one family that are printed. */
const shown = 6

/** What is told of a gateway that has begun to listen: where, what, and commands that work when pasted. */
export const bannerText = (
  url: string,
  configuration: Configuration,
  places: StorePlaces,
  models: readonly AnnouncedModel[]
): string =>
  [
    `isogloss listens on ${url}${isEverywhere(configuration.host) ? " and on every other address of this machine" : ""}`,
    "",
    "  formats  chat-completions  POST /v1/chat/completions",
    "           messages          POST /v1/messages, /v1/messages/count_tokens",
    "           responses         POST /v1/responses",
    "           generate-content  POST /v1beta/models/{model}:generateContent, :streamGenerateContent, :countTokens",
    "           embeddings        POST /v1/embeddings, /v1beta/models/{model}:embedContent, :batchEmbedContents",
    "           images            POST /v1/images/generations, /v1/images/edits",
    "           videos            POST /v1/video/generations, /v1/videos",
    "           rerank            POST /v1/rerank",
    "           lab               POST /prod-api/v3/auth/getToken, and what GET /openapi.json tells",
    ...families(models),
    `  tasks    ${keeping(places)}`,
    "",
    keyLine(configuration),
    ...configuration.remarks,
    "",
    ...commandsFor(models, { url, key: keyIn(configuration) }, configuration.routes),
    ""
  ].join("\n")

const keeping = ({ tasks, media }: StorePlaces): string => {
  if (tasks.kind === "memory" && media === undefined) return "in memory, with the videos: they end with this process"
  return `in ${shownOf(tasks)}, and their videos for 24 hours in ${media ?? "memory"}`
}

const families = (models: readonly AnnouncedModel[]): readonly string[] => {
  const byFamily = new Map<string, string[]>()
  for (const { id, owned_by } of models) byFamily.set(owned_by, [...(byFamily.get(owned_by) ?? []), id])
  const lines = [...byFamily].flatMap(([family, ids]) => [`${family}: ${listed(ids)}`])
  return lines.map((line, index) => `${index === 0 ? "  models   " : "           "}${line}`)
}

const listed = (ids: readonly string[]): string =>
  ids.slice(0, shown).join(", ") + (ids.length > shown ? `, and ${ids.length - shown} more (GET /v1/models)` : "")

const sandboxed = "No vendor is configured: this is the sandbox, on this machine alone"

const faults =
  "An id fails on purpose with an ending: -error-429, -error-500, -error-mid, -cut, -slow, -refuse, -filtered."

const keyLine = ({ keyOrigin, keys, upstreams }: Configuration): string => {
  switch (keyOrigin) {
    case "sandbox":
      return `${sandboxed}, with the key "sandbox".\n${faults}`
    case "made-for-this-run":
      return "No client keys are configured (ISOGLOSS_KEYS): only this machine is served, with a key made for this run."
    case "configured": {
      const how = `Set ISOGLOSS_KEY to ${namedKeys(keys)} for these commands:`
      return upstreams.length === 0 ? `${sandboxed}, with your keys.\n${faults}\n${how}` : how
    }
  }
}

/** Whose keys there are; a name that was made of a key tells nobody anything. */
const namedKeys = (keys: Configuration["keys"]): string => {
  const names = keys.filter(({ key, name }) => name !== ownName(revealSecret(key))).map(({ name }) => name)
  return names.length === 0 ? "one of your client keys" : `a key of ${names.join(", ")}`
}

/** A key as a command names it: one that was configured is never shown. */
const keyIn = ({ keyOrigin, keys }: Configuration): string =>
  keyOrigin === "configured" ? "$ISOGLOSS_KEY" : revealSecret(keys[0]?.key ?? "")

const everywhere: ReadonlySet<string> = new Set(["0.0.0.0", "::"])

/** Whether a host to listen on means all addresses of the machine. */
export const isEverywhere = (host: string): boolean => everywhere.has(host)
