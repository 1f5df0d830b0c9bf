import { describe, expect } from "vitest"
import { asked } from "../../src/words/format.ts"
import { callOf, decode, decodeResponse, encode, stamp } from "./calling.ts"
import type { Choices } from "./choices.ts"
import { differences, inCallOrder, plain, settled, undone } from "./differ.ts"
import { law } from "./law.ts"
import { commonRequest, commonResponse } from "./made/common.ts"
import { wildRequest, wildResponse } from "./made/wild.ts"
import { purely } from "./purely.ts"
import { subjects } from "./subjects.ts"

const mixedRequest = (c: Choices) => (c.chance(50) ? commonRequest(c) : wildRequest(c))
const mixedResponse = (c: Choices) => (c.chance(50) ? commonResponse(c) : wildResponse(c))

describe.each(subjects)("$format.id round trips", ({ format, request, response, target }) => {
  law("a request that encodes without a note decodes to itself", mixedRequest, (value) => {
    const encoded = purely(() => encode(format, value, { ...target, model: value.model }))
    if (encoded === undefined || encoded.notes.length > 0) return
    const again = undone(plain(decode(format, encoded.call).request), encoded.undo.names)
    expect(differences(settled(plain(value)), settled(again))).toEqual([])
  })

  law("a common request encodes without a note", commonRequest, (value) => {
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
    const encoded = purely(() => format.encodeResponse(value, asked, stamp))
    if (encoded.notes.length > 0) return
    const again = decodeResponse(format, encoded.value.text)
    const said = { id: stamp.id, model: stamp.model, created: stamp.created, ...value }
    const kept = { created: said.created, ...again }
    expect(differences(settled(plain(said)), settled(plain(kept)))).toEqual([])
  })

  law("a valid answer is written again as an answer that means the same", response, (body) => {
    const first = decodeResponse(format, body)
    const written = format.encodeResponse(first, asked, stamp).value.text
    expect(differences(settled(plain(first)), settled(plain(decodeResponse(format, written))))).toEqual([])
  })
})

describe.each(subjects)("what all formats hold, from $format.id", ({ format, target }) => {
  describe.each(subjects.filter((it) => it.format !== format))("to $format.id", ({ format: to, target: there }) => {
    law("is translated without a note", commonRequest, (value) => {
      const sent = encode(format, value, target)
      const read = sent === undefined ? undefined : decode(format, sent.call)
      expect(read?.notes).toEqual([])
      expect(read === undefined ? undefined : encode(to, read.request, there)?.notes).toEqual([])
    })
  })
})
