import * as Formats from "../../src/formats.ts"
import { Session } from "node:inspector/promises"
import { fileURLToPath } from "node:url"
import { Claude, createGateway, Endpoints } from "../../src/index.ts"
import { layerFetch } from "../../src/gateway.ts"
import * as Sandbox from "../../src/sandbox.ts"
import { translateRequest } from "../../src/translate.ts"

const sources = new URL("../../src/", import.meta.url).href

/** The files below `src`, the sandbox apart, of which a function runs while something is done. */
const entered = async (act: () => unknown): Promise<readonly string[]> => {
  const session = new Session()
  session.connect()
  await session.post("Profiler.enable")
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
  await session.post("Profiler.takePreciseCoverage")
  await act()
  const { result } = await session.post("Profiler.takePreciseCoverage")
  session.disconnect()
  return result
    .filter(
      ({ url, functions }) => url.startsWith(sources) && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
    )
    .map(({ url }) => fileURLToPath(url).slice(fileURLToPath(sources).length))
    .filter((file) => !file.startsWith("sandbox"))
    .toSorted()
}

const tools = [
  {
    type: "function",
    function: {
      name: "weather",
      description: "The weather.",
      parameters: { type: "object", properties: { city: { type: "string" } } }
    }
  }
]
const asked = { role: "user", content: "What is the weather in Oslo?" }
const chatBody = { model: "claude-sonnet-4-6", messages: [asked], tools, max_tokens: 64 }
const messagesBody = { model: "claude-sonnet-4-6", messages: [asked], max_tokens: 64 }

/** What requests pass through, each after it was made once: the files that it enters. */
export const trips = async (): Promise<Readonly<Record<string, readonly string[]>>> => {
  const gateway = createGateway({
    endpoints: [Endpoints.chatCompletions, Endpoints.messages],
    families: [Claude.layer({ key: "sandbox" })],
    keys: ["trip"],
    upstream: layerFetch(Sandbox.make().fetch)
  })
  await gateway.ready
  const ask = async (path: string, body: object): Promise<void> => {
    const request = new Request(`http://127.0.0.1${path}`, {
      method: "POST",
      headers: { authorization: "Bearer trip", "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    const answer = await gateway.fetch(request)
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
  }
  const kinds = {
    "a translated whole answer": () => ask("/v1/chat/completions", chatBody),
    "a translated stream": () => ask("/v1/chat/completions", { ...chatBody, stream: true }),
    "a passing whole answer": () => ask("/v1/messages", messagesBody),
    "a passing stream": () => ask("/v1/messages", { ...messagesBody, stream: true }),
    "a chat request, translated as a function": () =>
      translateRequest(
        { from: Formats.chatCompletions, to: Formats.messages, target: { model: "claude-sonnet-4-6" } },
        JSON.stringify(chatBody)
      )
  }
  const found: Record<string, readonly string[]> = {}
  for (const [kind, act] of Object.entries(kinds)) {
    await act()
    found[kind] = await entered(act)
  }
  await gateway.close()
  return found
}
