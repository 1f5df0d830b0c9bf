import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type OpenAI from "openai"
import { expect, it, onTestFinished } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { imageEdits } from "../../src/endpoints/images.ts"
import { openApi } from "../../src/endpoints/open-api.ts"
import { videos } from "../../src/endpoints/videos/videos.ts"
import { Gateway } from "../../src/gateway/gateway.ts"

interface Schema {
  readonly type?: unknown
  readonly format?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Page {
  readonly paths: Readonly<
    Record<
      string,
      { readonly post: { readonly requestBody: { readonly content: Record<string, { schema: { $ref: string } }> } } }
    >
  >
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const unanswered = [imageEdits, videos].map((endpoint) => ({ ...endpoint, jobs: [], handle: () => Effect.never }))

const page = async (): Promise<Page> => {
  const endpoints = Gateway.layer({ ...openApi, auth: [] }, ...unanswered)
  const gateway = Gateway.make(endpoints.pipe(Layer.provide(Credentials.keys("k"))))
  onTestFinished(() => gateway.dispose())
  return JSON.parse(await (await gateway.fetch(new Request("http://gateway.test/openapi.json"))).text())
}

/** Which members of a body are files, and which are lists of them. */
const filesIn = ({ properties = {} }: Schema = {}) =>
  Object.entries(properties).flatMap(([name, { format, items }]) =>
    format === "binary" ? [name] : items?.format === "binary" ? [`${name}[]`] : []
  )

/** What OpenAI's SDK uploads in each form. */
const edits: readonly (keyof OpenAI.ImageEditParams)[] = ["image", "mask"]
const film: readonly (keyof OpenAI.VideoCreateParams)[] = ["input_reference"]

it.each([
  ["/v1/images/edits", ["image[]", "images[]", "mask"], edits],
  ["/v1/videos", ["image", "input_reference", "lastFrame"], film]
])("tells what of a form at %s is a file, and that JSON has none", async (path, files, vendors) => {
  const { paths, components } = await page()
  const content = paths[path]?.post.requestBody.content ?? {}
  const filesOf = (type: string) => filesIn(components.schemas[content[type]?.schema.$ref.split("/").at(-1) ?? ""])
  expect([filesOf("application/json"), filesOf("multipart/form-data").toSorted()]).toEqual([[], files])
  expect(files.map((name) => name.replace("[]", ""))).toEqual(expect.arrayContaining([...vendors]))
})
