import * as Redacted from "effect/Redacted"
import type { Want } from "./wants.ts"

/** Where tasks are kept. */
export type TaskPlace =
  | { readonly kind: "memory" }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "redis"; readonly url: Redacted.Redacted }

/** The place that a text says; undefined where it says none. */
export const taskPlaceOf = (text: string): TaskPlace | undefined => {
  if (text === "memory") return { kind: "memory" }
  if (isRedis(text)) return { kind: "redis", url: Redacted.make(text) }
  const path = /^file:(.+)$/s.exec(text)?.[1]
  return path === undefined || path.startsWith("//") || path.endsWith("/") ? undefined : { kind: "file", path }
}

/** Whether a text is the URL of a Redis, behind whose host the number of a database may stand and nothing else. */
const isRedis = (text: string): boolean => {
  if (!/^rediss?:\/\/[^/\s]/i.test(text) || !URL.canParse(text)) return false
  const { pathname, username, password } = new URL(text)
  return /^(?:\/\d{0,9})?$/.test(pathname) && [username, password].every((it) => /^(?:[^%]|%[\dA-F]{2})*$/i.test(it))
}

/** A place of tasks. */
export const taskPlace: Want = {
  said: "`memory`, `file:` and the path of a file, or the `redis://` or `rediss://` URL of a Redis, behind whose host the number of a database may stand",
  holds: (text) => taskPlaceOf(text) !== undefined
}
