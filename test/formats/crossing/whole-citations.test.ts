import { expect, it } from "vitest"
import { chatCompletions, responses } from "../../../src/formats.ts"
import type { ChatResponse } from "../../../src/core/chat/chat.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../../src/core/format.ts"
import { foldStream, unfoldResponse } from "../../../src/core/events/fold.ts"
import { all, decodeResponse, framesOf, stamp } from "../../laws/calling.ts"

const source = { kind: "url", url: "https://example.com/a", title: "A" } as const

/** An answer without words, which names a page that it rests on. */
const wordless: ChatResponse = {
  candidates: [
    {
      index: 0,
      parts: [{ type: "text", text: "", citations: [{ source }] }],
      finish: { kind: "stop" }
    }
  ]
}

const spans = ({ candidates }: ChatResponse): readonly unknown[] =>
  candidates.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "text" ? (part.citations ?? []).map(({ span }) => span) : []))
  )

/** Both APIs have no citation without a stretch, so that one of nothing stands for none. */
it.each([chatCompletions, responses])("a citation of a text without words names no stretch of it: $id", (format) => {
  const { text } = format.encodeResponse(wordless, defaultReplyPreferences, stamp).value
  expect(spans(decodeResponse(format, text))).toEqual([undefined])
  const streamed = all(format.decodeStream(emptyReplyContext), framesOf(format, unfoldResponse(wordless)))
  expect(spans(foldStream(streamed).response)).toEqual([undefined])
})
