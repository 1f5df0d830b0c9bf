import { clientKey, startRig } from "../rows/gateway.ts"
import { list } from "./list.ts"
import type { SizedWork, Work, Works } from "./measure.ts"
import { type Bodies, chatCompletions } from "./requests-chat-completions.ts"
import { generateContent } from "./requests-generate-content.ts"
import { messages } from "./requests-messages.ts"

const rig = startRig()

/** Every family of chats, at the path whose bytes pass to it, and one to which they are translated. */
const doors: readonly (readonly [model: string, path: string, bodies: Bodies])[] = [
  ["gpt-4o", "/v1/chat/completions", chatCompletions],
  ["qwen-plus", "/v1/chat/completions", chatCompletions],
  ["kimi-k2-0905-preview", "/v1/chat/completions", chatCompletions],
  ["deepseek-chat", "/v1/chat/completions", chatCompletions],
  ["gemini-2.5-flash", "/v1/chat/completions", chatCompletions],
  ["mistralai/mistral-large", "/v1/chat/completions", chatCompletions],
  ["llama-4", "/v1/chat/completions", chatCompletions],
  ["claude-opus-4-6", "/v1/messages", messages],
  ["gemini-2.5-flash", "/v1beta/models/gemini-2.5-flash:generateContent", generateContent]
]

/** What families change, and what the gateway looks at besides the formats. */
const looked = new Set([
  "messages",
  "tools",
  "tools of one name",
  "the search as many tools",
  "the search as many functions",
  "tools to choose from",
  "functions to choose from",
  "calls",
  "calls one by one",
  "calls of one id",
  "pictures",
  "thoughts in details",
  "thoughts in carriers",
  "members in a container",
  "thinking",
  "carriers of one long text",
  "carriers that cover nothing",
  "signed thoughts",
  "seals that cover nothing",
  "unknown members",
  "declarations",
  "declarations one by one"
])

const sending =
  (path: string, body: (size: number) => string): Work =>
  (size) => {
    const text = body(Math.ceil(size))
    return () => rig.send({ path, body: text, headers: { authorization: `Bearer ${clientKey}` } })
  }

const escaped = (at: number): string => `"\\u0061${at}": 1`

/** Requests through a gateway. */
export const works: Works = {
  ...Object.fromEntries(
    doors.flatMap(([model, path, bodies]) =>
      Object.entries(bodies)
        .filter(([grows]) => looked.has(grows))
        .map(([grows, body]): [string, SizedWork] => [
          `${path}, ${model}: ${grows}`,
          [300, sending(path, (size) => JSON.stringify({ model, ...body(size) }))]
        ])
    )
  ),
  "names that have to be unescaped": [
    600,
    sending(
      "/v1/chat/completions",
      (size) =>
        `{"model": "gpt-4o", "messages": [{"role": "user", "content": "x"}], "metadata": {${list(size, escaped).join()}}}`
    )
  ]
}
