import { describe, expect } from "vitest"
import type { WirePiece } from "../../src/core/framing/transducer.ts"
import { unfoldResponse } from "../../src/core/events/fold.ts"
import { emptyReplyContext } from "../../src/core/format.ts"
import { JsonText } from "../../src/core/json/json.ts"
import { all, bytesOf, callOf, cutAt, encode, eventsOf, framesOf, stamp } from "./calling.ts"
import type { Choices } from "./choices.ts"
import { exists, parent } from "./differ.ts"
import { law } from "./law.ts"
import { wildRequest, wildResponse } from "./made/wild.ts"
import { hardStrings, jsonText } from "./made/json.ts"
import { purely } from "./purely.ts"
import type { Subject } from "./subjects.ts"

/** A valid body in which one value was replaced by any other. */
const damaged = (c: Choices, body: string): string => {
  const strings = [...body.matchAll(/"(?:[^"\\]|\\.)*"(?!\s*:)|-?\d[\d.eE+-]*|true|false|null/g)]
  const hit = strings[c.below(strings.length)]
  return hit === undefined
    ? jsonText(c)
    : body.slice(0, hit.index) + jsonText(c, 1) + body.slice(hit.index + hit[0].length)
}

const anyBody = (c: Choices, valid: (c: Choices) => string): string =>
  c.one([
    () => damaged(c, valid(c)),
    () => jsonText(c),
    () => valid(c),
    () => valid(c).slice(0, c.below(200)),
    () => c.pick(hardStrings)
  ])

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Nothing throws, whatever comes in. */
export const isTotal = ({ format, request, response, target }: Subject<WirePiece>): void => {
  describe(`every input of ${format.id} is answered with a value`, () => {
    law(
      "any request body is a value or an issue at a place that exists",
      (c) => anyBody(c, request),
      (body) => {
        const decoded = purely(() => format.decodeRequest(callOf(body)))
        if (decoded.ok) return
        for (const { path } of decoded.error.issues) {
          expect(path === "" || exists(parsed(body), path) || exists(parsed(body), parent(path)), path).toBe(true)
        }
      }
    )

    law(
      "any answer's body is a value, an issue or an error",
      (c) => anyBody(c, response),
      (body) => {
        const decoded = purely(() => format.decodeResponse(JsonText.source(body), emptyReplyContext))
        expect(typeof decoded.ok).toBe("boolean")
      }
    )

    law(
      "any body of any status is an error with a message",
      (c) => ({ body: anyBody(c, response), status: c.pick([400, 401, 404, 429, 500, 529, 200, 302]) }),
      ({ body, status }) => {
        expect(purely(() => format.decodeError(status, {}, body)).message.length).toBeGreaterThan(0)
      }
    )

    law("any request is encoded or refused, and what is written is JSON", wildRequest, (value) => {
      const encoded = purely(() => encode(format, value, target))
      if (encoded !== undefined) expect(typeof JSON.parse(encoded.body)).toBe("object")
    })

    law("any answer is encoded", wildResponse, (value) => {
      const encoded = purely(() =>
        format.encodeResponse(
          value,
          { stream: false, usage: true, thinking: "field", customTools: [], legacyTools: false },
          stamp
        )
      )
      expect(typeof JSON.parse(encoded.value.text)).toBe("object")
    })

    law("any answer is encoded as a stream of frames that are JSON or the terminator", wildResponse, (value) => {
      for (const { data } of purely(() => framesOf(format, unfoldResponse(value)))) {
        expect(data === "[DONE]" || typeof JSON.parse(data) === "object").toBe(true)
      }
    })

    law(
      "any bytes are a stream of events that says at most one error, last",
      (c) => {
        const whole = bytesOf(format, framesOf(format, unfoldResponse(wildResponse(c))))
        const text = new TextDecoder().decode(whole)
        const broken = c.chance(50)
          ? damaged(c, text)
          : `${text.slice(0, c.below(400))}data: ${jsonText(c)}\n\n${text.slice(c.below(400))}`
        return cutAt(
          new TextEncoder().encode(broken),
          c.list(20, () => 1 + c.below(50))
        )
      },
      (pieces) => {
        const events = purely(() => eventsOf(format, pieces))
        const errors = events.filter((event) => event.type === "error")
        expect(errors.length).toBeLessThanOrEqual(1)
        if (errors.length === 1) expect(events.at(-1)?.type).toBe("error")
      }
    )

    law("a machine says nothing after its end", wildResponse, (value) => {
      const frames = framesOf(format, unfoldResponse(value))
      const machine = format.decodeStream(emptyReplyContext)
      all(machine, frames)
      expect(frames.flatMap((frame) => machine.push(frame))).toEqual([])
    })
  })
}
