import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cheap, costly, type Rig, startRig } from "./rig.ts"

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

/** A field as it stands on the wire: the parameters and headers behind its name, and what it says. */
interface Field {
  readonly name: string
  readonly text: string
  readonly more?: string
}

const boundary = "B"

/** The very bytes of a form, whose names nobody escapes. */
const formOf = (fields: readonly Field[]): Buffer =>
  Buffer.concat([
    ...fields.map(({ name, text, more = "" }) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`, "latin1")
    ),
    Buffer.from(`--${boundary}--\r\n`)
  ])

const png = Buffer.from("iVBORw0KGgo=", "base64").toString("latin1")
const picture = (name: string): Field => ({ name, text: png, more: '; filename="a.png"\r\ncontent-type: image/png' })

/** The endpoints that take forms. */
const doors = [
  {
    path: "/v1/images/edits",
    fields: [picture("image"), { name: "prompt", text: "Hi" }, { name: "model", text: cheap.painter }]
  },
  {
    path: "/v1/videos",
    fields: [
      { name: "prompt", text: "Hi" },
      { name: "model", text: cheap.filmer }
    ]
  }
] as const

const send = (door: (typeof doors)[number], more: readonly Field[]) =>
  rig.send({
    path: door.path,
    body: formOf([...door.fields, ...more]),
    key: "narrow",
    type: `multipart/form-data; boundary=${boundary}`
  })

/** A field under which some server reads `svg.model`, or a second `model`. */
const spellings: readonly (readonly [string, readonly Field[]])[] = [
  ["svg.model", "svg[model]", "svg[.model]", "svg[model].x", ".svg.model", "svg..model", "svg[model", "svg][model]"],
  ["[svg][model]", "[svg]model", "svg[[model]]", "svg[model]]", "svg[][model]", "svg[0][model]", "svg[0].model"],
  ["SVG[model]", "svg[Model]", "svg[model][]", "svg[model][0]", "model\xc5\xbf", "svg [model]", "svg[ model]"],
  ["svg[model ]", "svg\0[model]", "svg[model\0]", "svg\t.model", "sv%67[model]", "svg%5Bmodel%5D", "svg\\[model\\]"],
  ["model.", ".model", "model[", "[model]", "model]", "model[]", "model[0]", "model.0", "Model", "model ", " model"],
  ["model\0", "model\0x", "mod%65l", "model[id]", "model.id", "models", "models[]", "models.0", "models[0]", "models["]
].flatMap((names) => names.map((name) => [name, [{ name, text: costly }]] as const))

const others: readonly (readonly [string, readonly Field[]])[] = [
  [
    "a second member beside it",
    [
      { name: "svg[style]", text: "a" },
      { name: "svg[model]", text: costly }
    ]
  ],
  [
    "twice, the second one's",
    [
      { name: "svg[model]", text: cheap.painter },
      { name: "svg[model]", text: costly }
    ]
  ],
  [
    "twice, the first one's",
    [
      { name: "svg[model]", text: costly },
      { name: "svg[model]", text: cheap.painter }
    ]
  ],
  ["a model twice", [{ name: "model", text: costly }]],
  ["as JSON", [{ name: "svg", text: JSON.stringify({ model: costly }) }]],
  ["as JSON behind blanks", [{ name: "svg", text: ` \n{"model":"${costly}"}` }]],
  ["as JSON with a comma too many", [{ name: "svg", text: `{"model":"${costly}",}` }]],
  ["as JSON in single quotes", [{ name: "svg", text: `{'model':'${costly}'}` }]],
  ["as JSON behind a comment", [{ name: "svg", text: `/**/{"model":"${costly}"}` }]],
  ["as half of JSON", [{ name: "svg", text: `{"model":"${costly}"` }]],
  ["as JSON further down", [{ name: "extra_body[svg]", text: `{"model":"${costly}",}` }]],
  ["as JSON in a list", [{ name: "models[]", text: JSON.stringify([costly]) }]],
  ["as a file", [{ name: "svg[model]", text: costly, more: '; filename="a"' }]],
  ["as a file of a type", [{ name: "model", text: costly, more: '; filename="a"\r\ncontent-type: text/plain' }]],
  ["in a charset", [{ name: "svg[model]", text: costly, more: "\r\ncontent-type: text/plain; charset=utf-16" }]],
  [
    "under another charset",
    [
      { name: "_charset_", text: "utf-7" },
      { name: "svg+AFs-model+AF0-", text: costly }
    ]
  ],
  ["in base64", [{ name: "svg[model]", text: "Y29zdGx5LTE=", more: "\r\ncontent-transfer-encoding: base64" }]],
  ["by a second name", [{ name: "a", text: costly, more: '; name="svg[model]"' }]],
  ["by an extended name", [{ name: "svg[model]", text: costly, more: "; name*=utf-8''a" }]]
]

/** What OpenAI's own API of videos takes is written anew of members that are known: nothing else reaches the vendor. */
const known = (text: string): boolean => !text.includes(costly) && !/svg|models|name="model[^"]/i.test(text)

describe.each(doors)("a form at $path whose field names a model that is not the key's", (door) => {
  it.each([...spellings, ...others])("%s", async (_, fields) => {
    const { status, heard } = await send(door, fields)
    if (door.path === "/v1/videos") expect(heard.every(({ text }) => known(text))).toBe(true)
    else expect([heard, status >= 400 && status < 500]).toEqual([[], true])
  })

  it("reaches the vendor with words in brackets where nothing names a model", async () => {
    const { heard } = await send(door, [{ name: "user", text: "{a: [b" }])
    expect(heard).toHaveLength(1)
  })

  it("reaches the vendor without it", async () => {
    const { heard } = await send(door, [])
    expect(heard).toHaveLength(1)
  })
})

describe("members of JSON that go to a vendor as a form", () => {
  const body = {
    model: cheap.painter,
    prompt: "Hi",
    image: `data:image/png;base64,${Buffer.from(png, "latin1").toString("base64")}`
  }

  it.each([
    { svg: { model: costly } },
    { svg: { style: "a", model: costly } },
    { "svg.model": costly },
    { "svg[model]": costly },
    { "svg[model": costly },
    { "svg][model]": costly },
    { "sv%67[model]": costly },
    { "svg\\[model]": costly },
    { _charset_: "utf-7" }
  ])("are asked of the key by the names that they have there, or refused: %o", async (more) => {
    for (const path of ["/v1/images/edits", "/v1/images/generations"]) {
      const { status, heard } = await rig.send({ path, body: { ...body, ...more }, key: "narrow" })
      expect([heard, status >= 400 && status < 500]).toEqual([[], true])
    }
  })

  it("pass where they name the key's models", async () => {
    const more = { svg: { style: "a", model: cheap.painter } }
    const { heard } = await rig.send({ path: "/v1/images/edits", body: { ...body, ...more }, key: "narrow" })
    expect(heard).toHaveLength(1)
  })
})
