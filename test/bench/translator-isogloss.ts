import * as Formats from "../../src/formats.ts"
import { type Format, type Note, translateRequest, translateStream } from "../../src/translate.ts"
import { type Direction, type FormatId, wires } from "./bodies.ts"
import type { Translator } from "./translator.ts"

const formats: Readonly<Record<FormatId, Format>> = {
  "chat-completions": Formats.chatCompletions,
  messages: Formats.messages,
  "generate-content": Formats.generateContent,
  responses: Formats.responses
}

const read = (notes: readonly Note[]): number => {
  let length = 0
  for (const { kind, path, rule, severity, detail } of notes) {
    length += kind.length + path.length + rule.length + severity.length + detail.length
  }
  return length
}

const request = ({ from, to }: Direction, text: string): { readonly body: string; readonly noted: number } => {
  const translated = translateRequest(
    { from: formats[from], to: formats[to], target: { model: wires[from].model } },
    text
  )
  if (!translated.ok) throw new Error(`The bench's own request was not translated: ${JSON.stringify(translated.error)}`)
  const { body, notes } = translated.value
  return { body, noted: read(notes) }
}

const stream = ({ from, to }: Direction, pieces: readonly Uint8Array[], take: (text: string) => void): number => {
  const asked = { stream: true, usage: true, thinking: "field", customTools: [], legacyTools: false } as const
  const machine = translateStream({ from: formats[from], to: formats[to], asked })
  let noted = 0
  for (const piece of pieces) {
    take(machine.push(piece))
    noted += read(machine.notes())
  }
  take(machine.end())
  return noted + read(machine.notes())
}

/** This library as the bench calls it: text to text, bytes to text, and every note read. */
export const translator: Translator = {
  name: "isogloss",
  takes: () => true,
  show: (direction, text) => request(direction, text).body,
  request: (direction, text) => {
    const { body, noted } = request(direction, text)
    return body.length + noted
  },
  stream: (direction, pieces) => {
    let length = 0
    const noted = stream(direction, pieces, (text) => {
      length += text.length
    })
    return length + noted
  },
  showStream: (direction, pieces) => {
    let whole = ""
    stream(direction, pieces, (text) => {
      whole += text
    })
    return whole
  }
}
