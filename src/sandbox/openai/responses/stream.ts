import { given, type JsonObject, objectsAt, textAt } from "../../json.ts"
import { piecesOf } from "../../tokens.ts"
import { errorBody, serverError } from "../error.ts"
import { type Answer, openResponse, responseOf } from "./output.ts"

/** An event before it is numbered. */
type Event = JsonObject & { readonly type: string }

const framed = (event: Event, sequence_number: number): string =>
  `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`

/** The events of a text that grows inside a part: its pieces, and the whole. */
const growing = (
  kind: string,
  place: JsonObject,
  text: string,
  key: string,
  more: JsonObject = {}
): readonly Event[] => [
  ...piecesOf(text).map((delta): Event => ({ type: `response.${kind}.delta`, ...place, delta, ...more })),
  { type: `response.${kind}.done`, ...place, [key]: text, ...more }
]

const summaryEvents = (item: JsonObject, place: JsonObject): readonly Event[] =>
  objectsAt(item, "summary").flatMap((part, summary_index) => {
    const at = { ...place, summary_index }
    return [
      { type: "response.reasoning_summary_part.added", ...at, part: { ...part, text: "" } },
      ...growing("reasoning_summary_text", at, textAt(part, "text") ?? "", "text"),
      { type: "response.reasoning_summary_part.done", ...at, part }
    ]
  })

const contentEvents = (item: JsonObject, place: JsonObject): readonly Event[] =>
  objectsAt(item, "content").flatMap((part, content_index): readonly Event[] => {
    const at = { ...place, content_index }
    const refusal = textAt(part, "refusal")
    const isRefusal = refusal !== undefined
    const empty = isRefusal ? { ...part, refusal: "" } : { ...part, annotations: [], text: "" }
    const annotations = objectsAt(part, "annotations").map((annotation, annotation_index): Event => ({
      type: "response.output_text.annotation.added",
      ...at,
      annotation_index,
      annotation
    }))
    const said = isRefusal
      ? growing("refusal", at, refusal, "refusal")
      : growing("output_text", at, textAt(part, "text") ?? "", "text", { logprobs: [] })
    return [
      { type: "response.content_part.added", ...at, part: empty },
      ...said.slice(0, -1),
      ...annotations,
      ...said.slice(-1),
      { type: "response.content_part.done", ...at, part }
    ]
  })

const searchEvents = (place: JsonObject): readonly Event[] =>
  ["in_progress", "searching", "completed"].map((state): Event => ({
    type: `response.web_search_call.${state}`,
    ...place
  }))

/** An item as it begins, and what is told of it until it is done. */
const growth = (item: JsonObject, place: JsonObject): readonly [begun: JsonObject, events: readonly Event[]] => {
  const open = { ...item, status: "in_progress" }
  switch (textAt(item, "type")) {
    case "reasoning":
      return [{ ...item, summary: [] }, summaryEvents(item, place)]
    case "message":
      return [{ ...open, content: [] }, contentEvents(item, place)]
    case "function_call":
      return [
        { ...open, arguments: "" },
        growing("function_call_arguments", place, textAt(item, "arguments") ?? "", "arguments")
      ]
    case "custom_tool_call":
      return [{ ...open, input: "" }, growing("custom_tool_call_input", place, textAt(item, "input") ?? "", "input")]
    case "web_search_call":
      return [open, searchEvents(place)]
    default:
      return [item, []]
  }
}

const itemEvents = (item: JsonObject, output_index: number): readonly Event[] => {
  const [begun, events] = growth(item, { item_id: given(item, "id") ?? "", output_index })
  return [
    { type: "response.output_item.added", output_index, item: begun },
    ...events,
    { type: "response.output_item.done", output_index, item }
  ]
}

/** The frames of an answer, and the two that break one off with an error. */
export const framesOf = (answer: Answer): { readonly frames: readonly string[]; readonly error: string } => {
  const open = openResponse(answer)
  const whole = responseOf(answer)
  const last = textAt(whole, "status") === "incomplete" ? "response.incomplete" : "response.completed"
  const frames = [
    { type: "response.created", response: open },
    { type: "response.in_progress", response: open },
    ...objectsAt(whole, "output").flatMap(itemEvents),
    { type: last, response: whole }
  ].map(framed)
  const half = Math.ceil(frames.length / 2)
  const { error } = errorBody(serverError)
  const failed = { ...open, status: "failed", error: { code: "server_error", message: serverError.message } }
  return {
    frames,
    error:
      framed({ type: "error", error: error ?? null }, half) +
      framed({ type: "response.failed", response: failed }, half + 1)
  }
}
