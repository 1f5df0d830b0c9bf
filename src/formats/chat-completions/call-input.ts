import type { ToolInput, ContentPart } from "../../core/chat/chat.ts"
import type { JsonTemplate } from "../../core/json/json.ts"
import type { JsonObjectBuilder } from "../../core/json/builder.ts"
import { contentVendor } from "./wire.ts"

/** The text of a call's input, as the model wrote it. */
export const inputText = (input: ToolInput): string => {
  switch (input.kind) {
    case "json":
      return input.json.text
    case "text":
      return input.text
    case "code":
      return input.code
  }
}

/** What stands around free text and code in a function's arguments; undefined where the input stands alone. */
export interface Wrapping {
  readonly before: string
  readonly after: string
}

/** The wrapping of an input. `custom`: its call goes out as one of a custom tool. */
export const wrappingOf = (input: ToolInput, custom: boolean): Wrapping | undefined => {
  if (input.kind === "json" || custom) return undefined
  if (input.kind === "text") return { before: '{"input":"', after: '"}' }
  const language = input.language === undefined ? "}" : `,"language":${JSON.stringify(input.language)}}`
  return { before: '{"code":"', after: `"${language}` }
}

/** A piece of an input inside its wrapping. */
export const wrapped = (text: string, wrapping: Wrapping | undefined): string =>
  wrapping === undefined ? text : JSON.stringify(text).slice(1, -1)

/** A whole input in its wrapping. */
export const wholeInput = (input: ToolInput, custom: boolean): string => {
  const wrapping = wrappingOf(input, custom)
  const text = wrapped(inputText(input), wrapping)
  return wrapping === undefined ? text : wrapping.before + text + wrapping.after
}

/** A call as an item of `tool_calls`. */
export const callEntry = (
  id: string | undefined,
  name: string,
  custom: boolean,
  input: string,
  extra: JsonTemplate
): JsonObjectBuilder => ({
  id,
  type: custom ? "custom" : "function",
  ...(custom ? { custom: { name, input } } : { function: { name, arguments: input } }),
  extra_content: extra
})

/** Google's signature of a call as its `extra_content`. */
export const signatureOf = (part: ContentPart): JsonTemplate => {
  const signature = part.opaque?.find((it) => it.vendor === contentVendor && it.kind === "signature")
  return signature && { google: { thought_signature: signature.data } }
}
