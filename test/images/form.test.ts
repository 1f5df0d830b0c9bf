import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { readEither } from "../../src/endpoints/form.ts"
import { imageEdits } from "../../src/endpoints/images.ts"
import { formOf } from "../../src/exchange/images/calls.ts"
import { atOnce } from "../../src/core/collections.ts"
import * as Families from "../../src/families/families.ts"
import * as GptImage from "../../src/families/gpt-image.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { MediaFetcher } from "../../src/media/fetch/fetcher.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { encodedInSteps } from "../../src/core/bytes.ts"
import type { FormField } from "../../src/core/image.ts"
import { pixel } from "./upstream.ts"

let received = Buffer.alloc(0)
const server = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on("data", (piece: Buffer) => pieces.push(piece))
  request.on("end", () => {
    received = Buffer.concat(pieces)
    response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify({ created: 1, data: [{ b64_json: pixel }] }))
  })
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** What goes over the wire where a prompt is edited into a picture. */
const sent = async (prompt: string): Promise<Buffer> => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const gateway = Gateway.make(
    Gateway.layer(imageEdits).pipe(
      Layer.provide(Families.of(GptImage.layer({ key: "o", url }))),
      Layer.provide(layerFetch(fetch)),
      Layer.provide(Layer.mergeAll(Credentials.keys("k"), noMedia))
    )
  )
  const body = JSON.stringify({ model: "gpt-image-1", prompt, image: `data:image/png;base64,${pixel}` })
  const headers = { "content-type": "application/json", authorization: "Bearer k" }
  const answer = await gateway.fetch(new Request("http://gateway/v1/images/edits", { method: "POST", headers, body }))
  expect(answer.status).toBe(200)
  await gateway.dispose()
  return received
}

const noMedia = Layer.succeed(MediaFetcher)({
  fetch: () => Effect.die("nothing is fetched"),
  stream: () => Effect.die("nothing is fetched")
})

it.each(["one\ntwo", "one\r\ntwo", "one\rtwo", "one\n", 'quotes " and ümlauts\n'])(
  "a prompt is sent in the very bytes that it has: %j",
  async (prompt) => {
    const part = Buffer.from(`name="prompt"\r\n\r\n${prompt}\r\n--`)
    expect((await sent(prompt)).includes(part)).toBe(true)
  }
)

it("a picture is sent in the very bytes that it has", async () => {
  const part = Buffer.concat([Buffer.from("\r\n\r\n"), Buffer.from(pixel, "base64"), Buffer.from("\r\n--")])
  expect((await sent("a")).includes(part)).toBe(true)
})

/** A form of one odd part among good ones, in these very bytes. */
const oddForm = (part: string): Buffer =>
  Buffer.from(
    `--B\r\ncontent-disposition: form-data; name="model"\r\n\r\ngpt-image-1\r\n--B\r\n${part}\r\n--B--\r\n`,
    "latin1"
  )

it.each([
  ["a text", 'content-disposition: form-data; name="prompt"\r\n\r\na\xffb', "prompt"],
  ["a name", 'content-disposition: form-data; name="pro\xffmpt"\r\n\r\na', null],
  [
    "a file's name",
    'content-disposition: form-data; name="image"; filename="a\xff.png"\r\ncontent-type: image/png\r\n\r\nA',
    "image"
  ]
])("%s that is not UTF-8 is refused by name", (_, part, param) => {
  const read = atOnce(
    readEither(oddForm(part), "multipart/form-data; boundary=B", {
      literals: new Set(),
      structures: new Set(),
      pictures: new Set(["image"])
    })
  )
  const error = read.ok ? undefined : read.error
  expect([error?.status, error?.message, error?.details.pointer]).toEqual([
    400,
    "A field of the form is not UTF-8.",
    param === null ? "" : `/${param}`
  ])
})

it.each(['" model"', '"model\t"', '"mo\\del"', '"mod%65l"'])("a field is refused that is called %s", (name) => {
  const form = oddForm(`content-disposition: form-data; name=${name}\r\n\r\nother`)
  const read = atOnce(
    readEither(form, "multipart/form-data; boundary=B", {
      literals: new Set(),
      structures: new Set(),
      pictures: new Set()
    })
  )
  expect(read.ok ? "taken" : read.error.message).toBe("The name of a form field is ambiguous.")
})

it("a text that holds the character which stands for broken bytes is taken", () => {
  const part = 'content-disposition: form-data; name="prompt"\r\n\r\n\xef\xbf\xbd'
  const read = atOnce(
    readEither(oddForm(part), "multipart/form-data; boundary=B", {
      literals: new Set(),
      structures: new Set(),
      pictures: new Set()
    })
  )
  expect(read.ok && read.value.text).toBe('{"model":"gpt-image-1","prompt":"\ufffd"}')
})

const formed = (fields: readonly FormField[]): Uint8Array => {
  const form = atOnce(formOf(fields, "B"))
  return form.ok ? form.value : form.error
}

it("a form's file is sent to its last byte, however long it is", () => {
  const bytes = Buffer.from(Array.from({ length: 3 * 1024 * 1024 + 1 }, (_, at) => (at * at) % 251))
  const form = formed([{ name: "image", file: "1.png", mime: "image/png", base64: bytes.toString("base64") }])
  const head =
    '--B\r\ncontent-disposition: form-data; name="image"; filename="1.png"\r\ncontent-type: image/png\r\n\r\n'
  expect(Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--B--\r\n")]).equals(form)).toBe(true)
})

it("a form is what its specification says", () => {
  const fields = [
    { name: 'a"b\n', text: "x" },
    { name: "image[]", file: "1.png", mime: "image/png", base64: "AAEC" }
  ]
  expect(Buffer.from(formed(fields)).toString("latin1")).toBe(
    '--B\r\ncontent-disposition: form-data; name="a%22b%0A"\r\n\r\nx\r\n' +
      '--B\r\ncontent-disposition: form-data; name="image[]"; filename="1.png"\r\n' +
      "content-type: image/png\r\n\r\n\0\x01\x02\r\n--B--\r\n"
  )
})

it("a form's files are written as base64 in slices, which together are what they were", () => {
  const bytes = Buffer.from(Array.from({ length: 2 * 1024 * 1024 + 1 }, (_, at) => (at * at) % 251))
  const slices = encodedInSteps(bytes)
  let turns = 0
  let step = slices.next()
  for (; step.done !== true; step = slices.next()) turns++
  expect([step.value === bytes.toString("base64"), turns]).toEqual([true, 3])
})

const readPart = (part: string) =>
  atOnce(
    readEither(oddForm(part), "multipart/form-data; boundary=B", {
      literals: new Set(),
      structures: new Set(),
      pictures: new Set()
    })
  )

it("a field is found by its header, whichever of its part's that is", () => {
  const read = readPart('x-a: b\r\ncontent-disposition: form-data; name="prompt"\r\n\r\na bird')
  expect(read.ok ? read.value.value : undefined).toMatchObject({ prompt: "a bird" })
})

it.each([
  [100, true],
  [101, false]
])("a part of %i headers is taken: %s", (headers, isTaken) => {
  const others = Array.from({ length: headers - 1 }, (_, at) => `\r\nx-${at}: b`).join("")
  expect(readPart(`content-disposition: form-data; name="prompt"${others}\r\n\r\na bird`).ok).toBe(isTaken)
})
