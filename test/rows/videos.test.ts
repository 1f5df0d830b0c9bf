import { describe, expect, it } from "vitest"
import type { FormField } from "../../src/core/image.ts"
import type { TranslationNote } from "../../src/core/notes/note.ts"
import type { VideoCall } from "../../src/core/video.ts"
import { Invalid, normaliseVideo } from "../../src/videos.ts"
import { links, raw } from "./images/row.ts"
import { expectAt } from "./runner.ts"
import type { VideoCase, VideoTable } from "./videos/row.ts"
import { videoTables } from "./videos/tables.ts"

/** How many cases there are of each family, so that none goes unseen. */
const counts = [176, 177, 73, 135]

/** What the pictures that URLs name would be. */
const fetched = new Map(links(2).map((url) => [url, { base64: raw, mime: "image/png" }]))

const run = ({ rules, format, model: usual, body }: VideoTable, row: VideoCase): void => {
  const { model = usual, given, sent = {}, notes = [], refused, says = "" } = row
  const asked = normaliseVideo(rules, { model, ...body, ...given })
  if (refused !== undefined) {
    expect(asked.ok ? asked.value.value : whyNot(asked.error)).toEqual([refused, expect.stringContaining(says)])
    return
  }
  if (!asked.ok) expect.fail(JSON.stringify(asked.error))
  const encoded = format.encodeRequest(asked.value.value, fetched)
  if (!encoded.ok) expect.fail(JSON.stringify(encoded.error))
  expectAt(plain(encoded.value.value.call.body), sent)
  expect(encoded.value.value.needs).toEqual([])
  expect([...asked.value.notes, ...encoded.value.notes].map(({ kind, path }) => `${kind} ${path}`)).toEqual(notes)
}

/** Where the first thing is that is wrong, and what is said of it. */
const whyNot = (
  error: Invalid | { readonly notes: readonly [TranslationNote, ...TranslationNote[]] }
): readonly [at: string, said: string] =>
  error instanceof Invalid
    ? [error.issues[0].path, error.issues[0].message]
    : [error.notes[0].path, error.notes[0].detail]

/** A call's body as one value: a form as its texts and files by name. */
const plain = (body: VideoCall["body"]): unknown =>
  body.kind === "json"
    ? JSON.parse(body.json.text)
    : Object.fromEntries(body.fields.map((field) => [field.name, valueOf(field)]))

const valueOf = (field: FormField): unknown =>
  "text" in field ? field.text : { name: field.file, type: field.mime, base64: field.base64 }

videoTables.forEach((table, index) =>
  describe(table.name, () => {
    it(`has ${counts[index]} cases, each under a name of its own`, () => {
      const names = table.cases.map((row) => `${row.keeps} · ${row.model ?? table.model} · ${row.when}`)
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
      expect(names).toHaveLength(counts[index] ?? 0)
    })

    it.each(table.cases.map((row) => [`${row.keeps} · ${row.model ?? table.model} · ${row.when}`, row] as const))(
      "%s",
      (_, row) => run(table, row)
    )
  })
)
