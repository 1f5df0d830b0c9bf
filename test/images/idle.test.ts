import { afterAll, expect, it } from "vitest"
import { startRig } from "./rig.ts"

const rig = startRig({ policy: { strict: true } })
afterAll(() => rig.gateway.dispose())

/** The specification's own defaults, of which the vendor's API or the model takes none. */
it.each([
  ["gemini-2.5-flash-image", { person_generation: "allow_adult" }],
  ["gemini-2.5-flash-image", { mime_type: "image/png" }],
  ["gpt-image-1", { input_fidelity: "auto" }],
  ["doubao-seedream-3-0-t2i-250415", { sequential_image_generation: "disabled" }]
])("%s loses nothing where it cannot take %j: a strict gateway lets it through with a note", async (model, given) => {
  const { status, notes } = await rig.send({ body: { model, prompt: "Blue", ...given } })
  expect([status, notes]).toEqual([200, [`dropped /${Object.keys(given)[0]}`]])
})

it.each([
  ["gemini-2.5-flash-image", { person_generation: "allow_all" }],
  ["gemini-2.5-flash-image", { mime_type: "image/jpeg" }],
  ["gpt-image-1", { input_fidelity: "high" }]
])("%s loses something where it cannot take %j: a strict gateway refuses it", async (model, given) => {
  expect((await rig.send({ body: { model, prompt: "Blue", ...given } })).status).toBe(400)
})
