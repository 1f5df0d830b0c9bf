import type { ResponseOutputItem, ResponseStreamEvent } from "openai/resources/responses/responses"
import { describe, expect, it } from "vitest"
import { foldStream } from "../../../src/core/events/fold.ts"
import { emptyReplyContext } from "../../../src/core/format.ts"
import { isArray, isObject, type Json, JsonText } from "../../../src/core/json/json.ts"
import { responses } from "../../../src/formats/responses/index.ts"
import { all, stamp } from "../../laws/calling.ts"
import { plain } from "../../laws/differ.ts"
import { bodyOf, fixtures } from "../../laws/fixtures.ts"
import { bodies, framesOf } from "../../laws/losses.ts"
import { read, write } from "./given.ts"
import { inputTypes, toolTypes } from "./sdk-types.ts"

const members = (body: Json) => (isObject(body) ? body : {})
const listed = (body: Json | undefined): readonly Json[] => (body !== undefined && isArray(body) ? body : [])
const typesOf = (list: readonly Json[]) => new Set(list.flatMap((it) => (isObject(it) ? [it["type"]] : [])))

const requests = bodies(responses, "request").map(([name, body]) => [name, members(body)] as const)
const answers = bodies(responses, "response").map(([name, body]) => [name, members(body)] as const)
const streams = bodies(responses, "stream").map(([name, frames]) => [name, listed(frames)] as const)

describe("requests come back as they were", () => {
  it.each(requests)("%s", (_, body) => {
    const again = write(read(body).request, { model: "gpt-x", vendor: "openai" })
    expect(again.body).toEqual(body)
    expect(again.notes).toEqual([])
  })
})

/** What a client wants of an answer who has the tools that are called in it. */
const { asked } = read(requests.find(([name]) => name === "request/calls-and-results.json")?.[1] ?? {})

describe("answers come back as they were", () => {
  it.each(answers)("%s", (_, body) => {
    const decoded = responses.decodeResponse(JsonText.of(body), emptyReplyContext)
    if (!decoded.ok) throw decoded.error
    const again = responses.encodeResponse(decoded.value.value, { ...asked, echo: "{}" }, stamp)
    expect(again.value.value).toEqual(body)
    expect([...decoded.value.notes, ...again.notes]).toEqual([])
  })
})

describe("streams say what the whole answer in their last frame says", () => {
  it.each(streams.filter(([name]) => name !== "stream/failed.sse"))("%s", (_, frames) => {
    const whole = members(members(frames.at(-1) ?? null)["data"] ?? null)["response"]
    const decoded = responses.decodeResponse(JsonText.of(whole ?? null), emptyReplyContext)
    if (!decoded.ok) throw decoded.error
    const folded = foldStream(all(responses.decodeStream(emptyReplyContext), framesOf(frames)))
    expect(plain(folded.response)).toEqual(plain(decoded.value.value))
  })
})

describe("errors", () => {
  it.each(fixtures("responses", "error"))("$name", (fixture) => {
    const { status, headers, reason, retryAfter } = JSON.parse(fixture.text)
    const error = responses.decodeError(status, headers, JSON.stringify(bodyOf(fixture)))
    expect([error.reason, error.details.retryAfter]).toEqual([reason, retryAfter])
  })
})

/** The types that the vendor's SDK declares: one that it adds is a type error here. */
const outputTypes = {
  additional_tools: true,
  apply_patch_call: true,
  apply_patch_call_output: true,
  code_interpreter_call: true,
  compaction: true,
  computer_call: true,
  computer_call_output: true,
  custom_tool_call: true,
  custom_tool_call_output: true,
  file_search_call: true,
  function_call: true,
  function_call_output: true,
  image_generation_call: true,
  local_shell_call: true,
  local_shell_call_output: true,
  mcp_approval_request: true,
  mcp_approval_response: true,
  mcp_call: true,
  mcp_list_tools: true,
  message: true,
  program: true,
  program_output: true,
  reasoning: true,
  shell_call: true,
  shell_call_output: true,
  tool_search_call: true,
  tool_search_output: true,
  web_search_call: true
} satisfies Record<ResponseOutputItem["type"], true>

const eventTypes = {
  error: true,
  "response.audio.delta": true,
  "response.audio.done": true,
  "response.audio.transcript.delta": true,
  "response.audio.transcript.done": true,
  "response.code_interpreter_call.completed": true,
  "response.code_interpreter_call.in_progress": true,
  "response.code_interpreter_call.interpreting": true,
  "response.code_interpreter_call_code.delta": true,
  "response.code_interpreter_call_code.done": true,
  "response.compaction.compacting": true,
  "response.completed": true,
  "response.content_part.added": true,
  "response.content_part.done": true,
  "response.created": true,
  "response.custom_tool_call_input.delta": true,
  "response.custom_tool_call_input.done": true,
  "response.failed": true,
  "response.file_search_call.completed": true,
  "response.file_search_call.in_progress": true,
  "response.file_search_call.searching": true,
  "response.function_call_arguments.delta": true,
  "response.function_call_arguments.done": true,
  "response.image_generation_call.completed": true,
  "response.image_generation_call.generating": true,
  "response.image_generation_call.in_progress": true,
  "response.image_generation_call.partial_image": true,
  "response.in_progress": true,
  "response.incomplete": true,
  "response.mcp_call.completed": true,
  "response.mcp_call.failed": true,
  "response.mcp_call.in_progress": true,
  "response.mcp_call_arguments.delta": true,
  "response.mcp_call_arguments.done": true,
  "response.mcp_list_tools.completed": true,
  "response.mcp_list_tools.failed": true,
  "response.mcp_list_tools.in_progress": true,
  "response.output_item.added": true,
  "response.output_item.done": true,
  "response.output_text.annotation.added": true,
  "response.output_text.delta": true,
  "response.output_text.done": true,
  "response.queued": true,
  "response.reasoning_summary_part.added": true,
  "response.reasoning_summary_part.done": true,
  "response.reasoning_summary_text.delta": true,
  "response.reasoning_summary_text.done": true,
  "response.reasoning_text.delta": true,
  "response.reasoning_text.done": true,
  "response.refusal.delta": true,
  "response.refusal.done": true,
  "response.shell_call_command.added": true,
  "response.shell_call_command.delta": true,
  "response.shell_call_command.done": true,
  "response.shell_call_output_content.delta": true,
  "response.shell_call_output_content.done": true,
  "response.web_search_call.completed": true,
  "response.web_search_call.in_progress": true,
  "response.web_search_call.searching": true
} satisfies Record<ResponseStreamEvent["type"], true>

describe("the fixtures hold", () => {
  const held = {
    input: typesOf(requests.flatMap(([, { input }]) => listed(input))),
    output: typesOf(answers.flatMap(([, { output }]) => listed(output))),
    tools: typesOf(requests.flatMap(([, { tools }]) => listed(tools))),
    events: typesOf(streams.flatMap(([, frames]) => frames.map((frame) => members(frame)["data"] ?? null)))
  }

  it.each([
    ["input items", inputTypes, held.input],
    ["output items", outputTypes, held.output],
    ["tools", toolTypes, held.tools],
    ["events of streams", eventTypes, held.events]
  ])("%s of every type", (_, types, found) => {
    expect(Object.keys(types).filter((type) => !found.has(type))).toEqual([])
  })
})
