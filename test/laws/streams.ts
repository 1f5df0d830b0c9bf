import { describe, expect } from "vitest"
import type { WirePiece } from "../../src/core/framing/transducer.ts"
import type { ChatResponse, ChatEvent } from "../../src/core/chat/chat.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../src/core/format.ts"
import { foldStream, unfoldResponse } from "../../src/core/events/fold.ts"
import { all, bytesOf, cutAt, decodeResponse, eventsOf, framesOf, isReadable, stamp } from "./calling.ts"
import type { Choices } from "./choices.ts"
import { differences, type Plain, plain, settled } from "./differ.ts"
import { law } from "./law.ts"
import { commonResponse } from "./made/common.ts"
import { wildResponse } from "./made/wild.ts"
import type { Subject } from "./subjects.ts"

const mixed = (c: Choices): ChatResponse => (c.chance(60) ? commonResponse(c) : wildResponse(c))

/** Parts by kind, for a format whose whole answer has no order between them. */
const byKind = (value: Plain, orderless: boolean): Plain => {
  if (
    !orderless ||
    typeof value !== "object" ||
    value === null ||
    !("candidates" in value) ||
    !Array.isArray(value.candidates)
  )
    return value
  const kind = (part: Plain): string =>
    typeof part === "object" && part !== null && "type" in part && typeof part.type === "string" ? part.type : ""
  return {
    ...value,
    candidates: value.candidates.map((it: { readonly [key: string]: Plain }) => {
      const parts = it["parts"]
      return Array.isArray(parts)
        ? { ...it, parts: parts.toSorted((a: Plain, b: Plain) => kind(a).localeCompare(kind(b))) }
        : it
    })
  }
}

/** Events as plain data, a failure by its reason. */
const told = (events: readonly ChatEvent[]): readonly unknown[] =>
  events.map((event) => (event.type === "error" ? { type: "error", reason: event.error.reason } : plain(event)))

/** A stream says what the whole answer says, wherever it is cut, and ends honestly. */
export const streamsWell = ({ format, orderless, marks }: Subject<WirePiece>): void => {
  describe(`a stream of ${format.id}`, () => {
    law("says what the whole answer says", mixed, (value) => {
      if (value.candidates.length === 0 || !isReadable(value)) return
      const streamed = foldStream(eventsOf(format, [bytesOf(format, framesOf(format, unfoldResponse(value)))]))
      const whole = decodeResponse(format, format.encodeResponse(value, defaultReplyPreferences, stamp).value.text)
      expect(streamed.error?.message).toBeUndefined()
      expect(streamed.ended).toBe(true)
      const told = (response: ChatResponse): Plain =>
        settled(byKind(settled(plain({ ...response, native: undefined })), orderless))
      expect(differences(told(streamed.response), told(whole))).toEqual([])
    })

    law(
      "does not depend on where its bytes are cut",
      (c) => {
        const bytes = bytesOf(format, framesOf(format, unfoldResponse(mixed(c))))
        return {
          bytes,
          pieces: cutAt(
            bytes,
            c.list(60, () => 1 + c.below(9))
          )
        }
      },
      ({ bytes, pieces }) => {
        expect(told(eventsOf(format, pieces))).toEqual(told(eventsOf(format, [bytes])))
      }
    )

    law(
      "says with each frame all that the frames so far allow",
      (c) => {
        const frames = framesOf(format, unfoldResponse(mixed(c)))
        return { frames, count: c.below(frames.length + 1) }
      },
      ({ frames, count }) => {
        const whole = format.decodeStream(emptyReplyContext)
        const before = frames.slice(0, count).flatMap((frame) => whole.push(frame))
        const short = format.decodeStream(emptyReplyContext)
        expect(told(frames.slice(0, count).flatMap((frame) => short.push(frame)))).toEqual(told(before))
        expect(short.end("cut").filter((event) => event.type === "delta" || event.type === "part")).toEqual([])
      }
    )

    law(
      "that is cut before its success is certain ends in exactly one error",
      (c) => {
        const frames = framesOf(format, unfoldResponse(commonResponse(c)))
        return frames.slice(0, c.below(Math.max(1, frames.length - 2)))
      },
      (frames) => {
        const events = all(format.decodeStream(emptyReplyContext), frames, "cut")
        expect(events.filter((event) => event.type === "error").length).toBe(1)
        expect(events.at(-1)?.type).toBe("error")
        expect(events.some((event) => event.type === "end")).toBe(false)
      }
    )

    law(
      "of events that break off tells an error and no success",
      (c) => {
        const events = unfoldResponse(commonResponse(c))
        return events.slice(0, c.below(events.length))
      },
      (events) => {
        const frames = all(
          format.encodeStream({ ...defaultReplyPreferences, stream: true, usage: true }, stamp),
          events,
          "cut"
        )
        const text = frames.map((frame) => `${frame.event ?? ""} ${frame.data}`).join("\n")
        if (marks.success !== undefined) expect(text).not.toMatch(marks.success)
        expect(text.match(marks.failure)).toHaveLength(1)
      }
    )

    law(
      "does not mix with another that is read in turn",
      (c) => [mixed(c), mixed(c)] as const,
      ([a, b]) => {
        const [one, two] = [framesOf(format, unfoldResponse(a)), framesOf(format, unfoldResponse(b))]
        const [first, second] = [format.decodeStream(emptyReplyContext), format.decodeStream(emptyReplyContext)]
        const said: ChatEvent[] = []
        for (let at = 0; at < Math.max(one.length, two.length); at++) {
          const [mine, other] = [one[at], two[at]]
          if (mine !== undefined) said.push(...first.push(mine))
          if (other !== undefined) second.push(other)
        }
        expect(told([...said, ...first.end("clean")])).toEqual(told(all(format.decodeStream(emptyReplyContext), one)))
      }
    )
  })
}
