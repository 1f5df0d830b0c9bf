import { givenBytes } from "../images/given.ts"
import type { Given } from "../images/given.ts"
import { isObject, readJson } from "../json.ts"
import type { Json, JsonObject } from "../json.ts"

/** A file of a form. */
export interface Upload {
  readonly name: string
  /** Undefined where its bytes are no image. */
  readonly image: Given | undefined
}

/** What a request sends, in JSON or as a form. */
export interface Sent {
  /** Whether the body was a JSON object, or a form; `body` is empty where not. */
  readonly parsed: boolean
  /** The members of the body, or the texts of the form. */
  readonly body: JsonObject
  readonly files: readonly Upload[]
}

const nothing: Sent = { parsed: false, body: {}, files: [] }

/** Reads a JSON object. */
export const readObject = async (request: Request): Promise<Sent> => {
  const body = readJson(await request.text())
  return isObject(body) ? { parsed: true, body, files: [] } : nothing
}

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
  if (form === undefined) return nothing
  const texts: [string, Json][] = []
  const files: Upload[] = []
  for (const [name, value] of form) {
    if (typeof value === "string") texts.push([name, valueOf(name, value, numbers)])
    else files.push({ name, image: givenBytes(new Uint8Array(await value.arrayBuffer())) })
  }
  return { parsed: true, body: Object.fromEntries(texts), files }
}
