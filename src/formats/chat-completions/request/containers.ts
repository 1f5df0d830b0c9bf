import { isObject } from "../../../core/json/json.ts"
import { keys } from "../wire.ts"
import type { Root } from "./root.ts"

const containers = [
  ["generationConfig", ["thinkingConfig"]],
  ["chat_template_kwargs", ["enable_thinking", "thinking_budget"]]
] as const

/** What is read elsewhere of the objects that hold several families' options: all else of them is kept. */
export const skipContainers = ({ body, from, natives }: Root): void => {
  from.inside("parameters")
  for (const [key, known] of containers) if (isObject(body[key])) from.inside(key)?.skip(...known)
  for (const inside of natives) inside.skip(...keys.native)
}
