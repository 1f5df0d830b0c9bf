import { givenBytes } from "../images/given.ts"
import type { Given } from "../images/given.ts"
import { readBody } from "../json.ts"
import type { Json, ReadBody } from "../json.ts"

/** A file of a form. */
export interface Upload {
  readonly name: string
  /** Undefined where its bytes are no image. */
  readonly image: Given | undefined
}

/** What a request sends, in JSON or as a form, whose texts are the members of `body`. */
export interface Sent extends ReadBody {
  readonly files: readonly Upload[]
}

/** Reads a JSON object. */
export const readObject = async (request: Request): Promise<Sent> => ({
  ...readBody(await request.text()),
  files: []
})

const valueOf = (name: string, text: string, numbers: ReadonlySet<string>): Json =>
  text === "true" || text === "false" ? text === "true" : numbers.has(name) && text !== "" ? Number(text) : text

const formIn = async (request: Request): Promise<FormData | undefined> => {
  try {
    return await request.formData()
  } catch {
    return undefined
  }
}

/** Reads a form; `numbers` are the members that are numbers, which a form can only hold as texts. */
export const readForm = async (request: Request, numbers: ReadonlySet<string>): Promise<Sent> => {
  const form = await formIn(request)
  if (form === undefined) return { parsed: false, body: {}, files: [] }
  const texts: [string, Json][] = []
  const files: Upload[] = []
  for (const [name, value] of form) {
    if (typeof value === "string") texts.push([name, valueOf(name, value, numbers)])
    else files.push({ name, image: givenBytes(new Uint8Array(await value.arrayBuffer())) })
  }
  return { parsed: true, body: Object.fromEntries(texts), files }
}
