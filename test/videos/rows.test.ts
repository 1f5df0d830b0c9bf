import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectAt, valueAt } from "../rows/runner.ts"
import type { VideoCase, VideoTable } from "../rows/videos/row.ts"
import { videoTables } from "../rows/videos/tables.ts"
import { generations, type Answered, type Rig, startRig } from "./rig.ts"

/** What each vendor says to a submit that it takes. */
const taken = { id: "video_1", name: "models/m/operations/1" }

const run = async ({ post, vendors }: Rig, { model: usual, body }: VideoTable, row: VideoCase): Promise<void> => {
  const { model = usual, given, sent = {}, notes = [], refused, says = "" } = row
  const before = vendors.calls.length
  const answered = await post(generations, { body: { model, ...body, ...given } })
  const calls = vendors.calls.slice(before)
  if (refused !== undefined) {
    expect(calls).toEqual([])
    return isRefused(answered, refused, says)
  }
  expect([answered.status, answered.text]).toEqual([
    200,
    expect.stringMatching(/^\{"task_id":"video_[\w-]{32,}","status":"submitted","format":"mp4"\}$/)
  ])
  expect(calls).toHaveLength(1)
  expectAt(calls[0]?.body, sent)
  expect(answered.notes).toEqual(notes.map((note) => (note.endsWith(" ") ? `${note}/` : note)))
}

const isRefused = ({ status, body }: Answered, at: string, says: string): void => {
  expect([status, body]).toEqual([
    400,
    {
      error: {
        type: "invalid_request_error",
        message: expect.stringContaining(says),
        code: null,
        param: at === "" ? expect.toBeOneOf(["model", "prompt"]) : at.slice(1)
      }
    }
  ])
  expect(valueAt(body, "/error/message")).not.toBe("")
}

describe.each(videoTables)("$name, through a gateway", (table) => {
  let rig: Rig
  beforeAll(async () => {
    rig = await startRig({
      vertex: table.name.endsWith("Vertex AI"),
      polling: { polls: false },
      routes: [{ match: "ep-*", upstream: "seedance" }]
    })
    rig.vendors.instead = () => Response.json(taken)
  })
  afterAll(() => rig.close())

  it.each(table.cases.map((row) => [`${row.keeps} · ${row.model ?? table.model} · ${row.when}`, row] as const))(
    "%s",
    (_, row) => run(rig, table, row)
  )
})
