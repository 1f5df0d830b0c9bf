import { pathToFileURL } from "node:url"
import { type Direction, type FormatId, wires } from "./bodies.ts"
import type { Translator } from "./translator.ts"

type Provider = "openai" | "anthropic" | "google"

/** What the bench calls of llm-bridge 2.0.1. Its package is not in this one's tree of types. */
interface Bridge {
  readonly translateBetweenProviders: (from: Provider, to: Provider, body: unknown) => object
  readonly handleUniversalStreamRequest: (
    stream: ReadableStream<Uint8Array>,
    from: Provider,
    to: Provider
  ) => ReadableStream<string | Uint8Array>
}

/** llm-bridge from its file. */
export const bridgeAt = (file: string): Promise<Bridge> => import(pathToFileURL(file).href)

/** llm-bridge from its file, as a translator. */
export const bridgeTranslator = async (file: string): Promise<Translator> => translatorOf(await bridgeAt(file))

const providers: Readonly<Record<FormatId, Provider>> = {
  "chat-completions": "openai",
  messages: "anthropic",
  "generate-content": "google",
  responses: "openai"
}

const streamOf = (pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> => {
  const left = pieces.values()
  return new ReadableStream({
    pull: (controller) => {
      const next = left.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    }
  })
}

/** llm-bridge as the bench calls it: it works on parsed bodies and on web streams, and has no notes. */
const translatorOf = (bridge: Bridge): Translator => {
  /** A body that does not name its model is given it: it writes one of its own choice. */
  const request: Translator["show"] = ({ from, to }, text) => {
    const body = bridge.translateBetweenProviders(providers[from], providers[to], JSON.parse(text))
    return JSON.stringify(wires[from].marks.model ? body : { ...body, model: wires[from].model })
  }
  const back = ({ from, to }: Direction, pieces: readonly Uint8Array[]) =>
    bridge.handleUniversalStreamRequest(streamOf(pieces), providers[from], providers[to])
  return {
    name: "llm-bridge",
    takes: ({ from, to }) => from !== "responses" && to !== "responses",
    show: request,
    request: (direction, text) => request(direction, text).length,
    stream: async (direction, pieces) => {
      let length = 0
      for await (const piece of back(direction, pieces)) length += piece.length
      return length
    },
    showStream: async (direction, pieces) => {
      const decoder = new TextDecoder()
      let text = ""
      for await (const piece of back(direction, pieces))
        text += typeof piece === "string" ? piece : decoder.decode(piece, { stream: true })
      return text
    }
  }
}
