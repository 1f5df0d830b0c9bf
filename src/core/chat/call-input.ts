import type { JsonObjectBuilder } from "../json/builder.ts"
import type { JsonTemplate, JsonText } from "../json/json.ts"
import type { ContentPart, ToolCallPart, ToolInput } from "./part.ts"

/** Whether a part is a call that the client has to answer. */
export const isClientCall = (part: ContentPart | undefined): part is ToolCallPart =>
  part?.type === "tool-call" && part.runBy === "client"

/** Whether a call has no input at all, which formats with JSON objects say as an empty one. */
export const lacksInput = ({ input }: ToolCallPart): boolean => input.kind === "json" && input.json.text === ""

/**
 * A call's input as a JSON object, free text as its member `input`; undefined where it is no object. An empty input is
 * an empty object.
 */
export const inputObject = (call: ToolCallPart): JsonTemplate | undefined => {
  const { input } = call
  switch (input.kind) {
    case "json":
      return lacksInput(call) ? {} : input.json.object === undefined ? undefined : input.json.printable
    case "text":
      return { input: input.text }
    case "code":
      return undefined
  }
}

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

/** The schema of a tool that takes free text, where it is sent as a function. */
export const freeTextSchema: JsonObjectBuilder = {
  type: "object",
  properties: { input: { type: "string" } },
  required: ["input"]
}

/** The free text in the input of such a function. */
export const freeTextIn = (json: JsonText): string => {
  const text = json.object?.["input"]
  return typeof text === "string" ? text : json.text
}
