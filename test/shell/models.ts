import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Context from "effect/Context"
import { type ChatModel, ChatModels, ListedModels } from "../../src/capabilities/models.ts"
import { chatCompletions } from "../../src/formats/chat-completions/index.ts"
import { messages } from "../../src/formats/messages/index.ts"
import { Upstream } from "../../src/upstream/upstream.ts"
import type { ChatFormat } from "../../src/core/format.ts"
import { anyNaming } from "../../src/core/naming/gateways.ts"

const paths = { "chat-completions": "/v1/chat/completions", messages: "/v1/messages" }

const modelOf = (
  id: string,
  format: ChatFormat,
  url: string,
  upstream: Upstream["Service"],
  more: Partial<ChatModel> = {}
): ChatModel => ({
  id,
  family: "test",
  format,
  target: { model: id },
  naming: anyNaming,
  edits: () => ({ value: [], notes: [] }),
  takesStreamUsage: format.id === "chat-completions",
  request: ({ body, headers }) => ({
    method: "POST",
    url: url + (format.id === "messages" ? paths.messages : paths["chat-completions"]),
    headers: { "content-type": "application/json", authorization: "Bearer upstream-key", ...headers },
    body: body.text
  }),
  upstream,
  ...more
})

/** Two models at one upstream: `chat-model` speaks chat completions, `messages-model` speaks messages; `alias` is sent as `chat-model`. */
export const twoModels = (
  url: string,
  more: Partial<ChatModel> = {}
): Layer.Layer<ChatModels | ListedModels, never, Upstream> =>
  Layer.effectContext(
    Effect.map(Upstream, (upstream) => {
      const known = [
        modelOf("chat-model", chatCompletions, url, upstream, more),
        modelOf("messages-model", messages, url, upstream, more),
        modelOf("alias", chatCompletions, url, upstream, { target: { model: "chat-model" }, ...more })
      ]
      const list = known.map(({ id, family, target }) => ({
        id,
        family,
        sent: target.model,
        serves: ["chat"] as const
      }))
      return Context.make(ChatModels, {
        find: (id) => known.find((model) => model.id === id),
        ids: known.map(({ id }) => id)
      }).pipe(
        Context.add(ListedModels, {
          find: (id) => list.find((model) => model.id === id),
          list,
          more: Effect.succeed([])
        })
      )
    })
  )
