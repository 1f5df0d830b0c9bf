import type { ChatRequest } from "../../../core/chat/chat.ts"
import type { MutableDraft, JsonObjectBuilder } from "../../../core/json/builder.ts"
import { contentOptions } from "./content-options.ts"
import { skipContainers } from "./containers.ts"
import { options, stop } from "./options.ts"
import { plains, writePlains } from "./plain.ts"
import type { Root } from "./root.ts"
import type { Setting } from "./setting.ts"
import { readThought, writeThinking } from "./thinking-setting.ts"
import { readToolChoice, writeToolChoice } from "./tool-choice.ts"
import { readAllTools } from "./tools.ts"
import { writeAllTools } from "./tools-encode.ts"
import type { Writing } from "./writing.ts"

const thinkingMembers = ["reasoning_effort", "thinking", "reasoning", "enable_thinking", "thinking_budget"]
const containers = ["chat_template_kwargs", "generationConfig", "extra_body"]

/** What a request says besides its model and messages, in the order in which it is written. */
const settings: readonly Setting[] = [
  { members: ["tools", "functions", "web_search_options", "extra_body"], read: readAllTools, write: writeAllTools },
  { members: ["tool_choice", "function_call"], read: readToolChoice, write: writeToolChoice },
  contentOptions,
  ...plains.values(),
  { members: [], write: writePlains },
  stop,
  { members: [...thinkingMembers, ...containers], read: readThought, write: writeThinking },
  ...options,
  { members: ["parameters", ...containers], read: skipContainers }
]

const writers = settings.flatMap(({ write }) => write ?? [])

const byMember: ReadonlyMap<string, readonly Setting[]> = new Map(
  settings.flatMap(({ members }) =>
    members.map((member) => [member, settings.filter((setting) => setting.members.includes(member))] as const)
  )
)

const none: readonly Setting[] = []

/** Reads the settings of a body: only members that are there are looked at, each setting once. */
export const readSettings = (root: Root, request: MutableDraft<ChatRequest>): void => {
  const due: Setting[] = []
  for (const key of Object.keys(root.body)) demand(due, root.names.native.includes(key) ? "extra_body" : key)
  for (const setting of due) setting.read?.(root, request)
}

const demand = (due: Setting[], member: string): void => {
  for (const setting of byMember.get(member) ?? none) if (!due.includes(setting)) due.push(setting)
}

/** Writes the settings of a request. */
export const writeSettings = (writing: Writing, request: ChatRequest, body: JsonObjectBuilder): void => {
  for (const write of writers) write(writing, request, body)
}
