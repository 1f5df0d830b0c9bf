import type { ChatRequest, ToolChoice } from "../../core/chat/chat.ts"
import { type MutableDraft, setDefined, putAt } from "../../core/json/builder.ts"
import { isObject, type Json, JsonText } from "../../core/json/json.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { note } from "./rules.ts"
import type { DecodeContext } from "./context.ts"
import type { RequestSetting } from "./plain-settings.ts"

/** A member of the content-style family's own object, in whichever of its two spellings it is there. */
const spelled = (from: ObjectReader, name: string, other: string): string => (from.says(name) ? name : other)

/**
 * What the content-style family's own object says besides thinking and tools: how images are drawn, which answers are
 * held back, and which function is called where `tool_choice` does not say that.
 *
 * @see https://ai.google.dev/gemini-api/docs/openai its `extra_body` (read 2026-11)
 */
export const contentOptions: RequestSetting = {
  members: ["extra_body"],
  read: (root, request) => {
    for (const native of root.natives) {
      readImage(root, native, request)
      readSafety(root, native, request)
      readCalling(root, native, request)
    }
  },
  write: (writing, { safety, image }, body) => {
    if (!writing.own) return
    if (image !== undefined) putAt(body, `${writing.native}/image_config`, renamed(image.value ?? null, snake))
    if (safety !== undefined)
      putAt(
        body,
        `${writing.native}/safety_settings`,
        safety.map(({ ...it }) => it)
      )
  }
}

const readImage = (root: DecodeContext, native: ObjectReader, request: MutableDraft<ChatRequest>): void => {
  const key = spelled(native, "image_config", "imageConfig")
  const image = native.record(key)?.object
  if (image === undefined) return
  request.image = JsonText.of(renamed(image, camel))
  root.place("image", native.below(key))
}

/** An object with other names for its members, and for those inside. */
const renamed = (value: Json, name: (key: string) => string): Json =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inside]) => [name(key), renamed(inside, name)]))
    : value

const camel = (key: string): string => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type Safety = NonNullable<ChatRequest["safety"]>[number]

const readSafety = (root: DecodeContext, native: ObjectReader, request: MutableDraft<ChatRequest>): void => {
  const key = spelled(native, "safety_settings", "safetySettings")
  const settings = native.items(key)
  if (settings === undefined) return
  request.safety = settings.map((setting) => {
    const safety: MutableDraft<Safety> = { category: setting.string("category") ?? "" }
    setDefined(safety, "threshold", setting.string("threshold"))
    setDefined(safety, "method", setting.string("method"))
    return safety
  })
  root.place("safety", native.below(key))
}

const modes = new Map([
  ["AUTO", "auto"],
  ["NONE", "none"],
  ["ANY", "required"],
  ["VALIDATED", "validated"]
] as const)

const readCalling = (root: DecodeContext, native: ObjectReader, request: MutableDraft<ChatRequest>): void => {
  const config = native.inside(spelled(native, "tool_config", "toolConfig"))
  const calling = config?.inside(spelled(config, "function_calling_config", "functionCallingConfig"))
  const mode = calling?.word("mode", modes)
  if (calling === undefined || mode === undefined) return
  const only = calling.strings(spelled(calling, "allowed_function_names", "allowedFunctionNames"))
  const { tool_choice: choice, function_call: legacy } = root.body
  if ((choice ?? legacy ?? null) !== null) return note(root.reader, "overridden", calling.at)
  request.toolChoice = choiceOf(mode, only)
  root.place("toolChoice", calling.at)
}

/** One function that alone may be called, and must be, is a choice of it. */
const choiceOf = (mode: Exclude<ToolChoice["mode"], "tool">, only: readonly string[] | undefined): ToolChoice => {
  const [name, second] = only ?? []
  if (mode === "required" && name !== undefined && second === undefined) return { mode: "tool", of: "function", name }
  return only === undefined ? { mode } : { mode, only }
}
