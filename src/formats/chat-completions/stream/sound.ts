import { isArray, isObject, type Json, type JsonObject } from "../../../core/json/json.ts"

type Test = (value: Json) => boolean

const isText: Test = (value) => typeof value === "string"

/** Whether every member that is there, and not null, passes its test. */
const passes = (object: JsonObject, tests: Readonly<Record<string, Test>>): boolean =>
  Object.keys(tests).every((key) => {
    const value = object[key]
    return value === undefined || value === null || tests[key]?.(value) === true
  })

const called = { input: isText, name: isText }
const isCalled: Test = (value) => isObject(value) && passes(value, called)
const call = { function: isCalled, custom: isCalled }
const isCall: Test = (value) => isObject(value) && passes(value, call)

const delta = {
  content: (value: Json) => typeof value === "string" || typeof value === "object",
  refusal: isText,
  audio: isObject,
  annotations: isArray,
  tool_calls: (value: Json) => (isArray(value) ? value.every(isCall) : isCall(value)),
  function_call: isCalled
}

const isDelta: Test = (value) => isObject(value) && passes(value, delta)
const choice = { delta: isDelta, message: isDelta }

/** Whether a chunk's choices can be read: nothing that is said in them has another type than the format gives it. */
export const isSound = (choices: Json): choices is readonly JsonObject[] =>
  isArray(choices) && choices.every((item) => isObject(item) && passes(item, choice))
