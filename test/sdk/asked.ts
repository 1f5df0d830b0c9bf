import type { ChatBody, RunnableTool } from "./chat-sdks.ts"
import type { MessagesBody } from "./messages-sdks.ts"

/** The models of the matrix: two of each family. */
export const matrixModels = ["claude-sonnet-4-5", "claude-opus-4-6", "gpt-4o", "gpt-5.5"] as const

export type MatrixModel = (typeof matrixModels)[number]

/** Which vendor's API a model is behind. */
export const vendorOf = (model: string): "claude" | "openai" => (model.startsWith("claude") ? "claude" : "openai")

/** What most cases say, and what the sandbox says to it. */
export const tides = "Tell me about the tides at Dover"
export const tidesAnswer =
  "You wrote: “Tell me about the tides at Dover”. The sandbox answers the same request with the same words every time."

/** A question that asks for both tools, with a value for each. */
export const bothTools = "What is the weather in Paris and the time in Tokyo?"

const city = { type: "object" as const, properties: { city: { type: "string" } }, required: ["city"] }

/** Two tools, as their runners call them. */
export const cityTools: readonly (RunnableTool & { readonly name: "get_weather" | "get_time" })[] = [
  { name: "get_weather", description: "Current weather of a city", parameters: city, run: () => "18 degrees" },
  { name: "get_time", description: "Local time of a city", parameters: city, run: () => "noon" }
]

export const chatTools: NonNullable<ChatBody["tools"]> = cityTools.map(({ name, description }) => ({
  type: "function",
  function: { name, description, parameters: city }
}))

export const messagesTools: NonNullable<MessagesBody["tools"]> = cityTools.map(({ name, description }) => ({
  name,
  description,
  input_schema: city
}))

/** The smallest PNG there is: one transparent pixel. */
export const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

/** A chat completions body of one user turn. */
export const chatOf = (model: string, more: Partial<ChatBody> = {}): ChatBody => ({
  model,
  messages: [{ role: "user", content: tides }],
  ...more
})

/** A messages body of one user turn. */
export const messagesOf = (model: string, more: Partial<MessagesBody> = {}): MessagesBody => ({
  model,
  max_tokens: 4096,
  messages: [{ role: "user", content: tides }],
  ...more
})
