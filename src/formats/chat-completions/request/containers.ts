import { hoistedKeys } from "../wire.ts"
import type { Root } from "./root.ts"
import { unread } from "./thinking.ts"

const hoisted: readonly string[] = [...hoistedKeys]

/** Keeps what stands unread in the objects that hold several families' options. */
export const keepContainers = (root: Root): void => {
  const { body, names } = root
  const extra = body["extra_body"]
  root.keepAll(unread(body["parameters"], hoisted, "/parameters"))
  root.keepAll(unread(body["generationConfig"], ["thinkingConfig"], "/generationConfig"))
  root.keepAll(unread(body["chat_template_kwargs"], ["enable_thinking", "thinking_budget"], "/chat_template_kwargs"))
  root.keepAll(unread(extra, extra === undefined ? [] : names.native, "/extra_body"))
  for (const [object, at] of root.nativeObjects()) {
    const written = `/extra_body/${names.native[0] ?? "native"}`
    for (const { at: path, text } of unread(object, ["thinking_config", "tools", "cached_content"], at))
      root.inner.set(written + path.slice(at.length), text)
  }
}
