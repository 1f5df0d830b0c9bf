import { describe, expect, it } from "vitest"
import { type Answered, startRig } from "../images/rig.ts"
import type { ImageCase, ImageTable } from "./images/row.ts"
import { imageTables } from "./images/tables.ts"
import { expectAt, valueAt } from "./runner.ts"

/** How many cases there are of each family, so that none goes unseen. */
const counts = [197, 154, 66, 113]

const rig = startRig()

const run = async ({ model: usual, body }: ImageTable, row: ImageCase): Promise<void> => {
  const { model = usual, given, sent = {}, notes = [], calls = 1, answer = {}, refused, says = "" } = row
  const answered = await rig.send({ body: { model, ...body, ...given } })
  if (refused !== undefined) return isRefused(answered, refused, says)
  expect([answered.status, JSON.stringify(answered.body)]).toEqual([200, expect.any(String)])
  expect(answered.calls).toHaveLength(calls)
  for (const call of answered.calls) expectAt(call.body, sent)
  expect(answered.notes).toEqual(notes)
  expectAt(answered.body, answer)
}

const isRefused = ({ status, body, calls }: Answered, at: string, says: string): void => {
  expect([status, calls]).toEqual([400, []])
  expect(body).toMatchObject({ error: { type: "invalid_request_error", message: expect.stringContaining(says) } })
  const named = valueAt(body, "/error/param")
  expect(named).toBe(
    at === ""
      ? null
      : at
          .slice(1)
          .replaceAll(/\/(\d+)/g, "[$1]")
          .replaceAll("/", ".")
  )
}

imageTables.forEach((table, index) =>
  describe(table.name, () => {
    it(`has ${counts[index]} cases, each under a name of its own`, () => {
      const names = table.cases.map((row) => `${row.keeps} · ${row.model ?? table.model} · ${row.when}`)
      expect(new Set(names).size).toBe(names.length)
      expect(names).toHaveLength(counts[index] ?? 0)
    })

    it.each(table.cases.map((row) => [`${row.keeps} · ${row.when}`, row] as const))("%s", (_, row) => run(table, row))
  })
)
