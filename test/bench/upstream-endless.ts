import type { ServerResponse } from "node:http"
import { type FormatId, formatIds, wires } from "./bodies.ts"
import { answer } from "./child.ts"
import { listen } from "./listen.ts"

const quoted = "word ".repeat(4)

const frame = (event: string | undefined, data: string): string =>
  `${event === undefined ? "" : `event: ${event}\n`}data: ${data}\n\n`

/** How a stream of each format begins, and the event that it says for ever. */
const streams: Readonly<Record<FormatId, readonly [begin: string, event: string]>> = {
  "chat-completions": [
    "",
    frame(
      undefined,
      `{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"${quoted}"},"finish_reason":null}]}`
    )
  ],
  messages: [
    frame(
      "message_start",
      '{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"usage":{"input_tokens":1,"output_tokens":1}}}'
    ) +
      frame(
        "content_block_start",
        '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}'
      ),
    frame(
      "content_block_delta",
      `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"${quoted}"}}`
    )
  ],
  "generate-content": [
    "",
    frame(
      undefined,
      `{"candidates":[{"content":{"parts":[{"text":"${quoted}"}],"role":"model"},"index":0}],"modelVersion":"m"}`
    )
  ],
  responses: [
    frame(
      "response.created",
      '{"type":"response.created","sequence_number":0,"response":{"id":"r","object":"response","created_at":1,"status":"in_progress","model":"m","output":[]}}'
    ) +
      frame(
        "response.output_item.added",
        '{"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"id":"i","type":"message","role":"assistant","status":"in_progress","content":[]}}'
      ),
    frame(
      "response.output_text.delta",
      `{"type":"response.output_text.delta","sequence_number":2,"item_id":"i","output_index":0,"content_index":0,"delta":"${quoted}"}`
    )
  ]
}

/** How many events stand in one write: as fast a vendor as there can be. */
const together = 500

let sent = 0

const say = (response: ServerResponse, format: FormatId): void => {
  const [begin, event] = streams[format]
  const events = Buffer.from(event.repeat(together))
  const go = (): void => {
    do sent += events.length
    while (!response.destroyed && response.write(events))
  }
  response.writeHead(200, { "content-type": "text/event-stream" })
  if (begin !== "") response.write(begin)
  response.on("drain", go)
  go()
}

const listening = listen((request, response) => {
  request.resume()
  request.on("end", () => {
    const format = formatIds.find((id) => wires[id].at.test(request.url ?? "")) ?? "chat-completions"
    say(response, format)
  })
})

const table = {
  /** The port it listens on. */
  port: () => listening,
  /** How many bytes it has said. */
  sent: () => sent
}

/** What the upstream without an end can be asked. */
export type EndlessAnswers = typeof table

answer(table)
