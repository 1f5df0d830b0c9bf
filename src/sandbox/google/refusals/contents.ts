import { given, listAt, member, objectsAt, textAt } from "../../json.ts"
import { firstOf, when } from "../../refusal.ts"
import type { Problem } from "../../refusal.ts"
import { invalid } from "../context.ts"
import type { Context, GeminiRefusal } from "../context.ts"
import { ofKind, stepsOf } from "../contents.ts"
import type { Placed, Turn } from "../contents.ts"
import { cachedContent } from "../prompt.ts"
import { isGenuine } from "../signature.ts"
import { partKinds } from "../wire.ts"

const roles: ReadonlySet<string> = new Set(["user", "model", "function"])

const mediaTypes =
  /^(image\/(png|jpe?g|webp|heic|heif|gif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/(pdf|json|xml|rtf|x-javascript|x-python)|text\/[\w.+-]+)(;.*)?$/

const eachPart = ({ turns }: Context, check: (placed: Placed) => Problem | undefined) =>
  firstOf(turns, ({ parts }) => firstOf(parts, check))

const kindsOf = ({ part }: Placed): readonly string[] => partKinds.filter((kind) => member(part, kind) !== undefined)

/** What contents and parts hold. */
const shapeRefusals: readonly GeminiRefusal[] = [
  invalid("empty-contents", "there are no contents", ({ body }) =>
    when(
      listAt(body, "contents").length === 0,
      "* GenerateContentRequest.contents: contents is not specified",
      "contents"
    )
  ),
  invalid("bad-role", "a role is none of the vendor's", ({ body }) =>
    firstOf(objectsAt(body, "contents"), (content, index) =>
      when(
        !roles.has(textAt(content, "role") ?? "user"),
        "Please use a valid role: user, model.",
        `contents[${index}].role`
      )
    )
  ),
  invalid("empty-parts", "a content has no parts", ({ body }) =>
    firstOf(objectsAt(body, "contents"), (content, index) =>
      when(
        listAt(content, "parts").length === 0,
        `* GenerateContentRequest.contents[${index}].parts: contents.parts must not be empty.`,
        `contents[${index}].parts`
      )
    )
  ),
  invalid("empty-part", "a part holds nothing", (context) =>
    eachPart(context, (placed) =>
      when(
        kindsOf(placed).length === 0,
        `* GenerateContentRequest.${placed.at}.data: required oneof field 'data' must have one initialized field`,
        placed.at
      )
    )
  ),
  invalid("two-kinds", "a part is two things at once", (context) =>
    eachPart(context, (placed) =>
      when(
        kindsOf(placed).length > 1,
        `Invalid value at '${placed.at}' (oneof), oneof field 'data' is already set. Cannot set '${kindsOf(placed)[1] ?? ""}'`,
        placed.at
      )
    )
  ),
  invalid("system-part", "the system instruction holds something else than text", ({ body }) =>
    firstOf(objectsAt(body, "systemInstruction", "parts"), (part, index) =>
      when(
        textAt(part, "text") === undefined,
        `system_instruction.parts[${index}]: only text is supported.`,
        `system_instruction.parts[${index}]`
      )
    )
  ),
  invalid("media-type", "inline data has no MIME type that the vendor reads", (context) =>
    eachPart(context, ({ part, at }) => {
      const type = textAt(part, "inlineData", "mimeType") ?? ""
      return when(
        given(part, "inlineData") !== undefined && !mediaTypes.test(type),
        `Unsupported MIME type: ${type}`,
        `${at}.inline_data.mime_type`
      )
    })
  ),
  invalid("empty-data", "inline data is empty", (context) =>
    eachPart(context, ({ part, at }) =>
      when(
        given(part, "inlineData") !== undefined && !textAt(part, "inlineData", "data"),
        "Unable to process input image. Please retry or report in https://developers.generativeai.google/guide/troubleshooting",
        `${at}.inline_data.data`
      )
    )
  ),
  /** @see https://github.com/langchain4j/langchain4j/pull/4389 (2026-01) */
  invalid("part-resolution", "a part says its media resolution, before 3", (context) =>
    eachPart(context, ({ part, at }) =>
      when(
        context.rules?.generation === 2 && given(part, "mediaResolution") !== undefined,
        "Per part media resolution is not supported for this Model.",
        `${at}.media_resolution`
      )
    )
  ),
  invalid("file-uri", "a file is not at an address that the vendor reads", (context) =>
    eachPart(context, ({ part, at }) =>
      when(
        given(part, "fileData") !== undefined && !/^(https|gs):\/\/./.test(textAt(part, "fileData", "fileUri") ?? ""),
        "Invalid or unsupported file uri.",
        `${at}.file_data.file_uri`
      )
    )
  )
]

const afterUser =
  "Please ensure that function call turn comes immediately after a user turn or after a function response turn."

/** The calls of a turn that are still to be answered: the model's own turn holds the results of what it ran itself. */
const openCalls = (turn: Turn | undefined): number =>
  Math.max(0, ofKind(turn, "functionCall").length - ofKind(turn, "functionResponse").length)

/** How calls and results follow each other. */
const callRefusals: readonly GeminiRefusal[] = [
  invalid("call-first", "a call stands before any user turn", ({ turns }) =>
    when(turns[0]?.role === "model" && ofKind(turns[0], "functionCall").length > 0, afterUser, "contents")
  ),
  invalid("user-call", "the user makes a call", (context) =>
    firstOf(context.turns, (turn) =>
      firstOf(turn.role === "user" ? ofKind(turn, "functionCall") : [], ({ at }) => when(true, afterUser, at))
    )
  ),
  invalid("unnamed-call", "a call or its result has no name", (context) =>
    eachPart(context, ({ part, at }) =>
      firstOf(["functionCall", "functionResponse"], (kind) =>
        when(
          given(part, kind) !== undefined && !textAt(part, kind, "name"),
          `* GenerateContentRequest.${at}.${kind === "functionCall" ? "function_call" : "function_response"}.name: Name cannot be empty.`,
          at
        )
      )
    )
  ),
  invalid("orphan-response", "results do not follow a turn of calls", ({ turns }) =>
    firstOf(turns, (turn, index) =>
      when(
        turn.role === "user" && ofKind(turn, "functionResponse").length > 0 && openCalls(turns[index - 1]) === 0,
        "Please ensure that function response turn comes immediately after a function call turn.",
        "contents"
      )
    )
  ),
  invalid("response-count", "a turn of calls is not followed by as many results", ({ turns }) =>
    firstOf(turns, (turn, index) => {
      const next = turns[index + 1]
      return when(
        openCalls(turn) > 0 && next !== undefined && ofKind(next, "functionResponse").length !== openCalls(turn),
        "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
        "contents"
      )
    })
  ),
  /** @see https://github.com/google-gemini/gemini-cli/issues/19436 (2026-02) */
  invalid("response-parts", "a result holds media, before 3", (context) =>
    eachPart(context, ({ part, at }) =>
      when(
        context.rules?.generation === 2 && given(part, "functionResponse", "parts") !== undefined,
        "Unable to submit request because `function_response.parts` is not supported for this model. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling",
        `${at}.function_response.parts`
      )
    )
  ),
  invalid("response-id", "a result has an id that no call before it has", ({ turns }) =>
    firstOf(turns, (turn, index) => {
      const ids = ofKind(turns[index - 1], "functionCall").map(({ part }) => textAt(part, "functionCall", "id"))
      return firstOf(ofKind(turn, "functionResponse"), ({ part, at }) => {
        const id = textAt(part, "functionResponse", "id")
        return when(
          id !== undefined && ids.some((each) => each !== undefined) && !ids.includes(id),
          `Function response id '${id ?? ""}' does not match any function call id of the previous turn.`,
          `${at}.function_response.id`
        )
      })
    })
  )
]

const missing = (name: string, position: number): string =>
  `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\` , position ${position}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`

const endsWithModel = "Requests ending with a model turn are not supported."

/**
 * What the newest models take for a turn of the model's: one of it, and what follows results in their own content.
 *
 * @see https://github.com/livekit/agents-js/issues/2108 status and sentence, for 3.5 and 3.6 (2026-07)
 * @see https://github.com/Prism-Shadow/agenthub/pull/189 results beside other parts, for 3.7 (2026-08)
 * @see https://github.com/agentgateway/agentgateway/issues/2811 the same for 3.6; 3.5 takes them (2026-08)
 */
const endRefusals: readonly GeminiRefusal[] = [
  invalid("mixed-results", "something follows a result in its content, from 3.6 on", ({ body, rules }) =>
    when(
      rules?.mixesResults === false &&
        objectsAt(body, "contents").some((content) => {
          const parts = objectsAt(content, "parts")
          const first = parts.findIndex((part) => given(part, "functionResponse") !== undefined)
          return first >= 0 && parts.slice(first).some((part) => given(part, "functionResponse") === undefined)
        }),
      endsWithModel,
      "contents"
    )
  ),
  invalid("prefill-unsupported", "the last turn is the model's, from 3.5 on", ({ turns, rules }) =>
    when(rules?.prefills === false && turns.at(-1)?.role === "model", endsWithModel, "contents")
  )
]

/** The signatures that must come back. */
const signatureRefusals: readonly GeminiRefusal[] = [
  invalid("missing-signature", "the first call of a step has no signature, from 3 on", ({ turns, rules }) =>
    firstOf(rules?.generation === 3 ? stepsOf(turns) : [], (step) => {
      const first = ofKind(step, "functionCall")[0]
      return first === undefined || given(first.part, "thoughtSignature") !== undefined
        ? undefined
        : {
            message: missing(textAt(first.part, "functionCall", "name") ?? "", turns.indexOf(step) + 1),
            param: first.at
          }
    })
  ),
  invalid("corrupted-signature", "a signature is not the sandbox's for its part", (context) =>
    eachPart(context, ({ part, at }) =>
      when(given(part, "thoughtSignature") !== undefined && !isGenuine(part), "Corrupted thought signature.", at)
    )
  )
]

/** Contents, calls and results, signatures, and what is cached. */
export const contentRefusals: readonly GeminiRefusal[] = [
  ...shapeRefusals,
  ...callRefusals,
  ...endRefusals,
  ...signatureRefusals,
  {
    ...invalid("unknown-cache", "there is no such cached content", ({ body }) =>
      when(
        given(body, "cachedContent") !== undefined && textAt(body, "cachedContent") !== cachedContent.name,
        "CachedContent not found (or permission denied)",
        "cached_content"
      )
    ),
    status: 403,
    type: "PERMISSION_DENIED"
  },
  invalid("cache-with-tools", "cached content beside a system instruction or tools", ({ body }) =>
    when(
      given(body, "cachedContent") !== undefined &&
        ["systemInstruction", "tools", "toolConfig"].some((name) => given(body, name) !== undefined),
      "CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config.",
      "cached_content"
    )
  )
]
