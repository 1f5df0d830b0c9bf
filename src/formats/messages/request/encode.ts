import type { ChatRequest } from "../../../core/chat/chat.ts"
import { type EncodedRequest, type RequestTarget, type ReplyContext, wireNames } from "../../../core/format.ts"
import { isItems, JsonText, type JsonTemplate } from "../../../core/json/json.ts"
import { Refused, type Translated } from "../../../core/notes/note.ts"
import { fail, type Result, succeed } from "../../../core/errors/invalid.ts"
import { betaHeader, betasFor } from "../betas.ts"
import { consumed, restore } from "../native.ts"
import { type MutableDraft, isJsonObjectBuilder, type JsonObjectBuilder } from "../../../core/json/builder.ts"
import { defaultMaxTokens } from "../wire.ts"
import { conversationOut } from "./messages.ts"
import { askForm, type Form } from "./output.ts"
import { settlePrefill } from "./prefill.ts"
import { putSettings } from "./settings.ts"
import { type Asking, asItCame, askThinking, forcesWhileThinking, thinks, withoutThinking } from "./thinking.ts"
import { isForced, toolChoiceOut, withParallel } from "./tool-choice.ts"
import { toolsOut } from "./tools.ts"
import { note, noteField, noteLeftovers } from "../noting.ts"
import { type Writing, limitMarks, writing } from "./writing.ts"

/** Writes a request for a target, with what its answer must reverse. What cannot be sent at all is refused. */
export const encodeRequest = (
  request: ChatRequest,
  target: RequestTarget
): Result<Translated<EncodedRequest>, Refused> => {
  const to = writing(request, target)
  const { maxTokens = target.maxTokens ?? defaultMaxTokens } = request
  if (request.maxTokens === undefined) note(to, "max-tokens", "")
  const out: JsonObjectBuilder = { model: target.model, max_tokens: maxTokens }
  const form = writeChat(to, out, maxTokens)
  putSettings(to, out)
  const stream = target.stream ?? consumed(request, "stream")?.value === true
  if (stream || consumed(request, "stream") !== undefined) out["stream"] = stream
  restore(out, request)
  noteLeftovers(to, request)
  limitMarks(to)
  const refused = Refused.among(to.notes)
  return refused === undefined ? succeed(finished(to, out, form, stream)) : fail(refused)
}

const finished = (to: Writing, out: JsonObjectBuilder, form: Form, stream: boolean): Translated<EncodedRequest> => {
  const { target, request } = to
  const sent = consumed(request, betaHeader)?.value
  const betas = betasFor(out, typeof sent === "string" ? sent : undefined)
  const names = target.names ?? wireNames
  const call = {
    model: target.model,
    stream,
    headers: betas === undefined ? {} : { [betaHeader]: betas },
    body: JsonText.tree(out),
    names
  }
  return { value: { call, undo: undoOf(to, form), needs: [] }, notes: to.notes }
}

const undoOf = (to: Writing, form: Form): ReplyContext => {
  const undo: MutableDraft<ReplyContext> = { names: to.names, customTools: to.customTools }
  if (to.target.vendor !== undefined) undo.vendor = to.target.vendor
  if (form.undo !== undefined) undo.output = form.undo
  return undo
}

/** Writes tools first, because cache marks count in this order: tools, system, messages. */
const writeChat = (to: Writing, out: JsonObjectBuilder, maxTokens: number): Form => {
  const tools = toolsOut(to)
  const form = askForm(to, tools)
  const conversation = conversationOut(to, form.line === undefined ? [] : [form.line])
  out["system"] = conversation.system
  out["messages"] = conversation.messages
  settleFirst(to, conversation.messages)
  const choice = form.choice === undefined ? toolChoiceOut(to, tools) : withParallel(to, form.choice)
  let asking = askThinking(to, maxTokens)
  if (thinks(asking) && !asItCame(to)) asking = settleThinking(to, asking, choice, conversation.messages)
  settlePrefill(to, conversation.messages, form.format !== undefined)
  const declared = form.tool === undefined ? tools.tools : [...(tools.tools ?? []), form.tool]
  out["tools"] = declared
  out["tool_choice"] = choice
  putThinking(out, asking, form)
  out["mcp_servers"] = tools.servers
  return form
}

const settleFirst = (to: Writing, messages: readonly JsonObjectBuilder[]): void => {
  const first = messages.find((message) => message["role"] !== "system")
  if (first === undefined) noteField(to, "no-messages", to.request, "messages")
  else if (first["role"] === "assistant") noteField(to, "assistant-first", to.request, "messages")
}

const putThinking = (out: JsonObjectBuilder, { thinking, effort }: Asking, { format }: Form): void => {
  out["thinking"] = thinking
  if (effort !== undefined || format !== undefined) out["output_config"] = { effort, format }
}

/** What a request asks for besides thinking, where both cannot be had, wins over thinking. */
const settleThinking = (
  to: Writing,
  asking: Asking,
  choice: JsonObjectBuilder | undefined,
  messages: readonly JsonObjectBuilder[]
): Asking => {
  if (isForced(choice) && !forcesWhileThinking(to)) {
    return withoutThinking(to, asking, "Thinking cannot go with a forced call.")
  }
  if (messages.at(-1)?.["role"] === "assistant" && !to.own) {
    return withoutThinking(to, asking, "Thinking cannot go with a message that is continued.")
  }
  if (asking.thinking?.["type"] === "enabled" && lacksThinking(messages)) {
    return withoutThinking(to, asking, "The open calls came without their thinking.")
  }
  return asking
}

/** Whether the conversation ends in results of calls whose turn does not begin with thinking. */
const lacksThinking = (messages: readonly JsonObjectBuilder[]): boolean => {
  const before = messages.at(-2)
  if (messages.at(-1)?.["role"] !== "user" || before?.["role"] !== "assistant") return false
  const blocks = typesOf(before["content"])
  return blocks.includes("tool_use") && blocks[0] !== "thinking" && blocks[0] !== "redacted_thinking"
}

const typesOf = (content: JsonTemplate): readonly JsonTemplate[] =>
  isItems(content) ? content.map((block) => (isJsonObjectBuilder(block) ? block["type"] : undefined)) : []
