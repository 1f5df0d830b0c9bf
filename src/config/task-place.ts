import type { Want } from "./wants.ts"

/** Where tasks are kept. */
export type TaskPlace =
  | { readonly kind: "memory" }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "redis"; readonly url: string }

/** The place that a text says; undefined where it says none. */
export const taskPlaceOf = (text: string): TaskPlace | undefined => {
  if (text === "memory") return { kind: "memory" }
  if (/^rediss?:\/\/[^/\s]/i.test(text) && URL.canParse(text)) return { kind: "redis", url: text }
  const path = /^file:(.+)$/s.exec(text)?.[1]
  return path === undefined || path.startsWith("//") || path.endsWith("/") ? undefined : { kind: "file", path }
}

/** A place of tasks. */
export const taskPlace: Want = {
  said: "`memory`, `file:` and the path of a file, or the `redis://` or `rediss://` URL of a Redis",
  holds: (text) => taskPlaceOf(text) !== undefined
}
