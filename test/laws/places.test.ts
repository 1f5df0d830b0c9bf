import { describe, expect } from "vitest"
import { callOf } from "./calling.ts"
import { exists } from "./differ.ts"
import { law } from "./law.ts"
import { subjects } from "./subjects.ts"

describe.each(subjects)("what notes of $format.id's requests name", ({ format: from, request }) => {
  for (const { format: to, target } of subjects) {
    law(`is in the client's own body, toward ${to.id}`, request, (body) => {
      const decoded = from.decodeRequest(callOf(body))
      if (!decoded.ok) return
      const { value, notes } = decoded.value
      const encoded = to.encodeRequest(value.request, { ...target, stream: value.asked.stream })
      const told = encoded.ok ? [...notes, ...encoded.value.notes] : encoded.error.notes
      const sent: unknown = JSON.parse(body)
      expect(
        told.map(({ path, rule }) => `${path} ${rule}`).filter((it) => !exists(sent, it.split(" ")[0] ?? ""))
      ).toEqual([])
    })
  }
})
