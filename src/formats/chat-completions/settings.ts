import type { ChatRequest } from "../../core/chat/chat.ts"
import { type MutableDraft, type JsonObjectBuilder, setDefined, putAt } from "../../core/json/builder.ts"
import { contentOptions } from "./content-options.ts"
import { plainSettings, encodePlainSettings, type RequestSetting } from "./plain-settings.ts"
import { type DecodeContext, type EncodeContext, ownNative } from "./context.ts"
import { decodeThinking, encodeThinking } from "./thinking.ts"
import { decodeToolChoice, encodeToolChoice } from "./tool-choice.ts"
import { decodeTools, encodeTools } from "./tools.ts"
import { isObject, type JsonText } from "../../core/json/json.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import { cachePlaces, placeOf } from "../../core/notes/note-writer.ts"
import { childPointer } from "../../core/json/pointer.ts"
import { fieldMember, neededMember, memberTable, textMember } from "../../core/reading/member-table.ts"
import { contentVendor, wireKeys } from "./wire.ts"
import { decodeOutputFormat, encodeOutputFormat } from "./output-format.ts"
import { decodeParts, encodeParts } from "./parts.ts"
import { cachingMembers } from "../openai/members.ts"

/** `stop`: one text or several; another format's beyond the fourth are left out. */
const stopSetting: RequestSetting = {
  members: ["stop"],
  read: (root, request) => {
    const value = root.from.value("stop")
    setDefined(request, "stop", typeof value === "string" ? [value] : root.from.strings("stop"))
    root.place("stop", "/stop")
  },
  write: (writing, request, body) => {
    const { stop } = request
    if (stop === undefined) return
    const most = writing.own ? stop.length : 4
    body["stop"] = stop.slice(0, most)
    for (let index = most; index < stop.length; index++)
      writing.note("stop", childPointer(placeOf(request, "stop"), index))
  }
}

/** `response_format`; one of a type that is not known is kept. */
const form: RequestSetting = {
  members: ["response_format"],
  read: (root, request) => {
    const output = decodeOutputFormat(root)
    if (output !== undefined) request.output = output
    const at = "/response_format"
    root.place("output", at)
    if (output?.type !== "json-schema") return
    for (const key of ["name", "description", "strict"] as const) {
      if (output[key] !== undefined) root.place(`output.${key}`, `${at}/json_schema/${key}`)
    }
  },
  write: (writing, request, body) => {
    const { output } = request
    if (output === undefined) return
    const written = encodeOutputFormat(output)
    body["response_format"] = written
    if (written === undefined) writing.note("unsupported", request, "output")
    else if (output.type === "mime") writing.note("output-format", request, "output")
    if (output.type === "json-schema" && output.name === undefined) writing.note("required-member", request, "output")
  }
}

/** What `audio` says. */
interface Voice extends MutableDraft<ChatNode> {
  voice?: JsonText
  format?: string
}

/** The members of `audio`. */
export const voiced = memberTable<Voice>({
  voice: neededMember(fieldMember("voice", { schema: {}, read: (from, key) => from.json(key) }, (voice) => voice)),
  format: textMember("format")
})

/** `audio`: the voice that speaks, and the format of the sound. */
const audio: RequestSetting = {
  members: ["audio"],
  read: (root, request) => {
    const draft: Voice | undefined = root.take(voiced, "audio", {})
    if (draft?.voice === undefined) return
    const { voice, format } = draft
    request.audio = { voice, ...(format !== undefined && { format }) }
  },
  write: (_, { audio }, body) => {
    if (audio !== undefined) body["audio"] = { voice: audio.voice, format: audio.format }
  }
}

/** `prediction`: what the answer is expected to repeat. */
const prediction: RequestSetting = {
  members: ["prediction"],
  read: (root, request) => {
    const prediction = root.from.inside("prediction")
    if (prediction === undefined) return
    prediction.skip("type")
    request.prediction = decodeParts(prediction)
  },
  write: (writing, { prediction }, body) => {
    if (prediction !== undefined) body["prediction"] = { type: "content", content: encodeParts(writing, prediction) }
  }
}

/** `prompt_cache_key`, `prompt_cache_options` and `prompt_cache_retention`: caching that the vendor places itself. */
const cache: RequestSetting = {
  members: ["prompt_cache_key", "prompt_cache_retention", "prompt_cache_options"],
  read: (root, request) => {
    const options = root.from.inside("prompt_cache_options")
    const cache: MutableDraft<NonNullable<ChatRequest["autoCache"]>> = {}
    let place = options === undefined ? undefined : "/prompt_cache_options"
    for (const [field, at, member] of cachingMembers) {
      const value = (at === "" ? root.from : options)?.string(member)
      if (value === undefined) continue
      cache[field] = value
      root.place(`autoCache.${field}`, childPointer(at, member))
      if (field === "key") place = "/prompt_cache_key"
      place ??= childPointer(at, member)
    }
    if (place === undefined) return
    request.autoCache = cache
    root.place("autoCache", place)
  },
  write: (writing, request, body) => {
    const cache = request.autoCache
    if (cache === undefined) return
    if (!writing.own) {
      for (const at of cachePlaces(request)) writing.note("auto-cache", at)
      return
    }
    for (const [field, at, member] of cachingMembers)
      if (cache[field] !== undefined) putAt(body, `${at}/${member}`, cache[field])
    if (Object.keys(cache).length === 0) body["prompt_cache_options"] = {}
  }
}

/** How the answer is wanted is the call's, not the chat's; its spelling is kept. */
const stream: RequestSetting = {
  members: ["stream", "stream_options"],
  read: (root) => {
    root.from.boolean("stream")
    const options = root.reader.object(root.body, "stream_options", "")
    if (options !== undefined) root.reader.boolean(options, "include_usage", "/stream_options")
    root.consume("stream")
    root.consume("stream_options")
    root.from.markEmpty("stream_options")
  },
  write: (writing, request, body) => {
    const { stream } = writing.target
    const consumed = ownNative(request)?.consumed
    const before = consumed?.get("/stream")
    if (stream === undefined || before?.value === stream) {
      if (before !== undefined) body["stream"] = before.value
      const options = consumed?.get("/stream_options")
      if (options !== undefined) body["stream_options"] = options
    } else if (stream) {
      body["stream"] = true
      body["stream_options"] = { include_usage: true }
    }
  }
}

/** State that a vendor holds: a stored prefix goes back to its own family; what another holds is refused. */
const refs: RequestSetting = {
  members: [],
  write: (writing, request, body) => {
    for (const ref of request.refs ?? []) {
      if (ref.kind === "cache" && ref.vendor === contentVendor && writing.own)
        putAt(body, `${writing.native}/cached_content`, ref.id)
      else writing.note(ref.kind === "container" ? "container" : "held-elsewhere", ref.at ?? placeOf(request, "refs"))
    }
  }
}

/** What the format cannot say. */
const unsupported: RequestSetting = {
  members: [],
  write: (writing, request) => {
    if (writing.own) return
    if ((request.safety ?? []).length > 0) writing.note("unsupported", request, "safety")
    if (request.image !== undefined) writing.note("unsupported", request, "image")
  }
}

/** The options that are more than one member for one field. */
const optionSettings: readonly RequestSetting[] = [form, audio, prediction, cache, refs, unsupported, stream]
const optionObjects = [
  ["generationConfig", ["thinkingConfig"]],
  ["chat_template_kwargs", ["enable_thinking", "thinking_budget"]]
] as const

/** What is read elsewhere of the objects that hold several families' options: all else of them is kept. */
const skipContainers = ({ body, from, natives }: DecodeContext): void => {
  from.inside("parameters")
  for (const [key, known] of optionObjects) if (isObject(body[key])) from.inside(key)?.skip(...known)
  for (const inside of natives) inside.skip(...wireKeys.native)
}

const thinkingMembers = ["reasoning_effort", "thinking", "reasoning", "enable_thinking", "thinking_budget"]

const containers = ["chat_template_kwargs", "generationConfig", "extra_body"]

/** What a request says besides its model and messages, in the order in which it is written. */
const settings: readonly RequestSetting[] = [
  { members: ["tools", "functions", "web_search_options", "extra_body"], read: decodeTools, write: encodeTools },
  { members: ["tool_choice", "function_call"], read: decodeToolChoice, write: encodeToolChoice },
  contentOptions,
  ...plainSettings.values(),
  { members: [], write: encodePlainSettings },
  stopSetting,
  { members: [...thinkingMembers, ...containers], read: decodeThinking, write: encodeThinking },
  ...optionSettings,
  { members: ["parameters", ...containers], read: skipContainers }
]

const writers = settings.flatMap(({ write }) => write ?? [])

const byMember: ReadonlyMap<string, readonly RequestSetting[]> = new Map(
  settings.flatMap(({ members }) =>
    members.map((member) => [member, settings.filter((setting) => setting.members.includes(member))] as const)
  )
)

const none: readonly RequestSetting[] = []

/** Reads the settings of a body: only members that are there are looked at, each setting once. */
export const decodeSettings = (root: DecodeContext, request: MutableDraft<ChatRequest>): void => {
  const due: RequestSetting[] = []
  for (const key of Object.keys(root.body)) demand(due, root.names.native.includes(key) ? "extra_body" : key)
  for (const setting of due) setting.read?.(root, request)
}

const demand = (due: RequestSetting[], member: string): void => {
  for (const setting of byMember.get(member) ?? none) if (!due.includes(setting)) due.push(setting)
}

/** Writes the settings of a request. */
export const encodeSettings = (writing: EncodeContext, request: ChatRequest, body: JsonObjectBuilder): void => {
  for (const write of writers) write(writing, request, body)
}
