import { bearerOf } from "../../api.ts"
import type { Desk } from "../../desk.ts"
import { givenBytes } from "../../images/given.ts"
import type { Given } from "../../images/given.ts"
import { isObject, readJson, textAt } from "../../json.ts"
import type { Json, JsonObject } from "../../json.ts"
import { modelIn } from "../../model.ts"
import type { Refusal } from "../../refusal.ts"
import { gptImageModels } from "./catalogue.ts"
import type { GptImageModel, GptImageRules } from "./catalogue.ts"

/** A file of a form. */
interface Upload {
  readonly name: string
  /** Undefined where its bytes are no image. */
  readonly image: Given | undefined
}

/** A request for images as the checks see it. */
export interface Context {
  readonly key: string | undefined
  readonly wantedKey: string | undefined
  readonly edits: boolean
  /** Whether the body was a JSON object, or a form; `body` is empty where not. */
  readonly parsed: boolean
  /** The members of the body, or the texts of the form. */
  readonly body: JsonObject
  readonly files: readonly Upload[]
  readonly model: GptImageModel | undefined
  readonly rules: GptImageRules | undefined
}

/** A refusal of the images API. */
export type ImagesRefusal = Refusal<Context>

type Sent = Pick<Context, "parsed" | "body" | "files">

const nothing: Sent = { parsed: false, body: {}, files: [] }

const readObject = async (request: Request): Promise<Sent> => {
  const body = readJson(await request.text())
  return isObject(body) ? { parsed: true, body, files: [] } : nothing
}

/** Members that are numbers, which a form can only hold as texts. */
const numbers: ReadonlySet<string> = new Set(["n", "output_compression", "partial_images"])

const valueOf = (name: string, text: string): Json =>
  text === "true" || text === "false" ? text === "true" : numbers.has(name) && text !== "" ? Number(text) : text

const formIn = async (request: Request): Promise<FormData | undefined> => {
  try {
    return await request.formData()
  } catch {
    return undefined
  }
}

const readForm = async (request: Request): Promise<Sent> => {
  const form = await formIn(request)
  if (form === undefined) return nothing
  const texts: [string, Json][] = []
  const files: Upload[] = []
  for (const [name, value] of form) {
    if (typeof value === "string") texts.push([name, valueOf(name, value)])
    else files.push({ name, image: givenBytes(new Uint8Array(await value.arrayBuffer())) })
  }
  return { parsed: true, body: Object.fromEntries(texts), files }
}

/** What the checks see of a request. */
export const contextOf = async (request: Request, desk: Desk, edits: boolean): Promise<Context> => {
  const sent = edits ? await readForm(request) : await readObject(request)
  const model = modelIn(gptImageModels, textAt(sent.body, "model") ?? "")
  return { key: bearerOf(request.headers), wantedKey: desk.key, edits, ...sent, model, rules: model?.rules }
}

/** The images of an edit: one under its own name, several as a list. */
export const imagesOf = ({ files }: Context): readonly Upload[] =>
  files.filter(({ name }) => name === "image" || name === "image[]")
