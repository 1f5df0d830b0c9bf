import type { Endpoint } from "../endpoints/endpoint.ts"
import type { Table } from "./table.ts"

/** What SDKs write behind their base URL, or expect it to end in. */
const versions = ["/v1", "/v1beta"] as const

const nowhere = { kind: "nowhere" } as const

/** An endpoint that a path would lead to under another base URL. */
export interface Meant<R> {
  readonly endpoint: Endpoint<R>
  /** A sentence that names the endpoint's path and how the base URL must end. */
  readonly advice: string
}

/** What a path that leads nowhere means: one that lacks its version, or has one too many; undefined: nothing known. */
export const meantBy = <R>(table: Table<R>, method: string, path: string): Meant<R> | undefined => {
  for (const version of versions) {
    const lacking = table(method, version + path)
    if (lacking.kind !== "nowhere" && lacking.endpoint.path.startsWith(`${version}/`))
      return meant(lacking.endpoint, `Let the base URL of your SDK end in \`${version}\`.`)
    const doubled = path.startsWith(`${version}/`) ? table(method, path.slice(version.length)) : nowhere
    if (doubled.kind !== "nowhere")
      return meant(doubled.endpoint, `Leave \`${version}\` out of the base URL: your SDK writes the version itself.`)
  }
  return undefined
}

const meant = <R>(endpoint: Endpoint<R>, how: string): Meant<R> => ({
  endpoint,
  advice: `\`${endpoint.path.replace(/[:*](\w+)/, "{$1}")}\` is there. ${how}`
})
