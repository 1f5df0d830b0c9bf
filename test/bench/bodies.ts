import type { Talk, Turn, Value } from "./talk.ts"

/** The two formats that the bench speaks. */
export type FormatId = "chat-completions" | "messages"

/** Prints a talk as a request body of a format. */
export const bodyOf = (talk: Talk, format: FormatId, model: string, stream: boolean): string =>
  JSON.stringify(format === "messages" ? messages(talk, model, stream) : chatCompletions(talk, model, stream))

const chatCompletions = (talk: Talk, model: string, stream: boolean): Value => ({
  model,
  messages: [
    ...(talk.system === undefined ? [] : [{ role: "system", content: talk.system }]),
    ...talk.turns.map(chatMessage)
  ],
  ...(talk.tools.length > 0 && {
    tools: talk.tools.map(({ name, description, schema }) => ({
      type: "function",
      function: { name, description, parameters: schema }
    })),
    tool_choice: "auto"
  }),
  temperature: talk.temperature,
  max_tokens: talk.maxTokens,
  ...(stream && { stream: true, stream_options: { include_usage: true } })
})

const chatMessage = (turn: Turn): Value => {
  switch (turn.kind) {
    case "user": {
      if (turn.png === undefined) return { role: "user", content: turn.text }
      const url = `data:image/png;base64,${turn.png}`
      return {
        role: "user",
        content: [
          { type: "text", text: turn.text },
          { type: "image_url", image_url: { url } }
        ]
      }
    }
    case "assistant":
      return { role: "assistant", content: turn.text }
    case "call": {
      const call = {
        id: turn.id,
        type: "function",
        function: { name: turn.name, arguments: JSON.stringify(turn.input) }
      }
      return { role: "assistant", content: turn.text, tool_calls: [call] }
    }
    case "result":
      return { role: "tool", tool_call_id: turn.id, content: turn.text }
  }
}

const messages = (talk: Talk, model: string, stream: boolean): Value => ({
  model,
  max_tokens: talk.maxTokens,
  ...(talk.system !== undefined && { system: talk.system }),
  messages: talk.turns.map(message),
  ...(talk.tools.length > 0 && {
    tools: talk.tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
    tool_choice: { type: "auto" }
  }),
  temperature: talk.temperature,
  ...(stream && { stream: true })
})

const message = (turn: Turn): Value => {
  switch (turn.kind) {
    case "user": {
      if (turn.png === undefined) return { role: "user", content: turn.text }
      const source = { type: "base64", media_type: "image/png", data: turn.png }
      return {
        role: "user",
        content: [
          { type: "text", text: turn.text },
          { type: "image", source }
        ]
      }
    }
    case "assistant":
      return { role: "assistant", content: [{ type: "text", text: turn.text }] }
    case "call": {
      const call = { type: "tool_use", id: turn.id, name: turn.name, input: turn.input }
      return { role: "assistant", content: [{ type: "text", text: turn.text }, call] }
    }
    case "result":
      return { role: "user", content: [{ type: "tool_result", tool_use_id: turn.id, content: turn.text }] }
  }
}
