import type { Request } from "../../../words/chat.ts"
import { JsonText } from "../../../words/json.ts"
import { placeOf } from "../../../words/leftover.ts"
import { Reader } from "../../../words/reader.ts"
import { effortOf } from "../../../words/thinking.ts"
import { wireNames } from "../../../words/wire-names.ts"
import { type Members, ownNative, putAt } from "../native.ts"
import { effortFor, readThinking, sameThinking } from "./thinking.ts"
import type { Writing } from "./writing.ts"

/** Thinking in the members it was spelled in, where they still say it; else as `reasoning_effort`. */
export const writeThinking = (writing: Writing, request: Request, body: Members): void => {
  const { thinking } = request
  if (writeConsumed(writing, request, body) || thinking === undefined) return
  const written = effortFor(thinking, effortOf)
  const at = placeOf(request, "thinking")
  if (thinking.visible !== undefined) writing.note("thinking-visibility", at)
  if (written === undefined && thinking.visible === undefined) writing.note("thinking-none", at)
  if (written === undefined) return
  body["reasoning_effort"] = written.effort
  if (!written.exact)
    writing.note(thinking.effort === "none" && thinking.budget === undefined ? "thinking-none" : "thinking-effort", at)
}

const isControl = (path: string): boolean => !others.has(path)

const others: ReadonlySet<string> = new Set(["/max_tokens", "/user", "/function_call", "/stream", "/stream_options"])

const writeConsumed = (writing: Writing, request: Request, body: Members): boolean => {
  const consumed = ownNative(request)?.consumed
  const members = [...(consumed ?? [])].filter(([path]) => isControl(path))
  if (members.length === 0) return false
  const tree: Members = { stream: true }
  for (const [path, text] of members) putAt(tree, path, text)
  const object = JsonText.tree(tree).object
  if (object === undefined) return false
  const again = readThinking(new Reader(), object, writing.target.names ?? wireNames)
  if (!sameThinking(again.thinking, request.thinking)) return false
  for (const [path, text] of members) putAt(body, path, text)
  return true
}
