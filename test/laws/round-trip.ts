import { describe, expect } from "vitest"
import type { WirePiece } from "../../src/core/framing/transducer.ts"
import type { ChatRequest, ChatResponse } from "../../src/core/chat/chat.ts"
import { defaultReplyPreferences } from "../../src/core/format.ts"
import { callOf, decode, decodeResponse, encode, stamp } from "./calling.ts"
import type { Choices } from "./choices.ts"
import { apartFromStore, differences, inCallOrder, plain, settled, undone } from "./differ.ts"
import { law } from "./law.ts"
import { commonRequest, commonResponse } from "./made/common.ts"
import { wildRequest, wildResponse } from "./made/wild.ts"
import { isExcepted } from "./notes.ts"
import { purely } from "./purely.ts"
import type { Subject } from "./subjects.ts"

const mixedRequest = (c: Choices): ChatRequest => (c.chance(50) ? commonRequest(c) : wildRequest(c))
const mixedResponse = (c: Choices): ChatResponse => (c.chance(50) ? commonResponse(c) : wildResponse(c))

/** What was written without a note reads as what it was, and what was read writes as what it means. */
export const roundTrips = (subject: Subject<WirePiece>): void => {
  const { format, request, response, target, common, unsaid } = subject
  describe(`${format.id} round trips`, () => {
    law("a request that encodes without a note decodes to itself", mixedRequest, (value) => {
      const encoded = purely(() => encode(format, value, { ...target, model: value.model }))
      if (encoded === undefined || encoded.notes.length > 0 || isExcepted(subject, value)) return
      const again = undone(plain(apartFromStore(decode(format, encoded.call).request)), encoded.undo.names)
      expect(differences(settled(plain(value)), settled(again))).toEqual([])
    })

    law("a common request encodes without a note", common, (value) => {
      expect(encode(format, value, target)?.notes).toEqual([])
    })

    law("a valid body is written again as a body that means the same", request, (body) => {
      const first = decode(format, callOf(body))
      const written = encode(format, first.request, { ...target, model: first.request.model })
      if (written === undefined) return
      const second = decode(format, written.call)
      const said = inCallOrder(settled(plain(first.request)))
      expect(differences(said, inCallOrder(settled(plain(second.request))))).toEqual([])
    })

    law("what is written once is written the same again", request, (body) => {
      const first = decode(format, callOf(body)).request
      const written = encode(format, first, { ...target, model: first.model })
      if (written === undefined) return
      const again = encode(format, decode(format, written.call).request, { ...target, model: first.model })
      expect(again?.body).toBe(written.body)
    })

    law("an answer that encodes without a note decodes to itself", mixedResponse, (value) => {
      const encoded = purely(() => format.encodeResponse(value, defaultReplyPreferences, stamp))
      if (encoded.notes.length > 0) return
      const again = decodeResponse(format, encoded.value.text)
      const said = { id: stamp.id, model: stamp.model, created: stamp.created, ...value }
      const kept = { ...Object.fromEntries(unsaid.map((field) => [field, said[field]])), ...again }
      expect(differences(settled(plain(said)), settled(plain(kept)))).toEqual([])
    })

    law("a valid answer is written again as an answer that means the same", response, (body) => {
      const first = decodeResponse(format, body)
      const written = format.encodeResponse(first, defaultReplyPreferences, stamp).value.text
      expect(differences(settled(plain(first)), settled(plain(decodeResponse(format, written))))).toEqual([])
    })
  })
}

/** What two formats hold is translated without a note; `common`: what the poorer one holds. */
export const sharesWith = (
  { format, target, held: own }: Subject<WirePiece>,
  { format: to, target: there, held = own ?? commonRequest }: Subject<WirePiece>,
  common = held
): void => {
  describe(`what all formats hold, from ${format.id} to ${to.id}`, () => {
    law("is translated without a note", common, (value) => {
      const sent = encode(format, value, target)
      const read = sent === undefined ? undefined : decode(format, sent.call)
      expect(read?.notes).toEqual([])
      expect(read === undefined ? undefined : encode(to, apartFromStore(read.request), there)?.notes).toEqual([])
    })
  })
}
