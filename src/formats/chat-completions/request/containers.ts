import { hoistedKeys, keys, nativeAt } from "../wire.ts"
import type { Root } from "./root.ts"
import { unread } from "./thinking.ts"

const containers = [
  ["parameters", hoistedKeys],
  ["generationConfig", new Set(["thinkingConfig"])],
  ["chat_template_kwargs", new Set(["enable_thinking", "thinking_budget"])]
] as const

/** Keeps what stands unread in the objects that hold several families' options. */
export const keepContainers = (root: Root): void => {
  const { body, names } = root
  for (const [key, known] of containers) root.keepAll(unread(body[key], known, `/${key}`))
  root.keepAll(unread(body["extra_body"], new Set(names.native), "/extra_body"))
  for (const [object, at] of root.nativeObjects()) root.keepAll(unread(object, keys.native, at), at, nativeAt(names))
}
