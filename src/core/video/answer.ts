import { Invalid } from "../errors/invalid.ts"
import { isObject, type JsonObject, type JsonText } from "../json/json.ts"
import { fail, type Result, succeed } from "../errors/result.ts"
import type { VideoTask } from "./video.ts"

/** Reads the name that a vendor gives a task, under a key of its answer. */
export const readName = ({ value }: JsonText, key: string): Result<string, Invalid> => {
  const name = isObject(value) ? value[key] : undefined
  return typeof name === "string" && name !== ""
    ? succeed(name)
    : fail(Invalid.at("", `The answer must have a text \`${key}\`.`))
}

/** Reads a task from an answer that must be an object. */
export const readTask = ({ value }: JsonText, take: (answer: JsonObject) => VideoTask): Result<VideoTask, Invalid> =>
  isObject(value) ? succeed(take(value)) : fail(Invalid.at("", "The answer must be a JSON object."))

/** A task that has failed, with the vendor's own code and sentence where it says them. */
export const failedTask = (
  { code, message }: JsonObject,
  usualCode = "upstream_failed",
  usualMessage = "The video could not be made."
): Extract<VideoTask, { readonly state: "failed" }> => ({
  state: "failed",
  code: typeof code === "string" && code !== "" ? code : usualCode,
  message: typeof message === "string" && message !== "" ? message : usualMessage
})
