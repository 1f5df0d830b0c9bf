import { type Asking, askingOf } from "../../asking.ts"
import type { Desk } from "../../desk.ts"
import { givenUrl } from "../../images/given.ts"
import type { Given } from "../../images/given.ts"
import type { Size } from "../../images/picture.ts"
import { given, textAt } from "../../json.ts"
import type { Json, JsonObject } from "../../json.ts"
import { modelIn } from "../../model.ts"
import type { Refusal } from "../../refusal.ts"
import type { Job } from "../../videos/job.ts"
import { readForm, readObject } from "../sent.ts"
import type { Sent, Upload } from "../sent.ts"
import { soraModels, usual } from "./catalogue.ts"
import type { SoraModel } from "./catalogue.ts"

/** A request for a video as the checks see it. */
export interface Context extends Asking, Sent {
  readonly model: SoraModel | undefined
  /** The size that it asks for; undefined where the model has none such. */
  readonly size: Size | undefined
  /** The images that the video is to begin with; undefined for what is none. */
  readonly references: readonly (Given | undefined)[]
}

/** A request about a video that was asked for before. */
export interface Lookup extends Asking {
  readonly query: URLSearchParams
  readonly id: string
  readonly job: Job | undefined
  /** Unix milliseconds. */
  readonly now: number
}

/** A refusal of a request for a video. */
export type VideoRefusal = Refusal<Context>

const reference = "input_reference"

/** A form's `input_reference[image_url]` as the member of an object that it stands for. */
const unfolded = (sent: Sent): Sent => {
  const inner: [string, Json][] = []
  const outer: [string, Json][] = []
  for (const [name, value] of Object.entries(sent.body)) {
    const key = /^input_reference\[(\w+)\]$/.exec(name)?.[1]
    if (key === undefined) outer.push([name, value])
    else inner.push([key, value])
  }
  if (inner.length === 0) return sent
  return { ...sent, body: Object.fromEntries([...outer, [reference, Object.fromEntries(inner)]]) }
}

const isForm = ({ headers }: Request): boolean =>
  headers.get("content-type")?.toLowerCase().startsWith("multipart/form-data") === true

const numbers: ReadonlySet<string> = new Set()

const read = async (request: Request): Promise<Sent> =>
  isForm(request) ? unfolded(await readForm(request, numbers)) : readObject(request)

const referencesIn = (body: JsonObject, files: readonly Upload[], desk: Desk): Context["references"] => {
  const url = textAt(body, reference, "image_url")
  const linked = url === undefined ? [] : [givenUrl(url, desk)]
  return [...linked, ...files.filter(({ name }) => name === reference).map(({ image }) => image)]
}

/** What the checks see of a request for a video. */
export const contextOf = async (request: Request, desk: Desk): Promise<Context> => {
  const sent = await read(request)
  const { body, files } = sent
  const id = given(body, "model") === undefined ? usual.model : (textAt(body, "model") ?? "")
  const model = modelIn(soraModels, id)
  const size = given(body, "size") === undefined ? usual.size : (textAt(body, "size") ?? "")
  return {
    ...askingOf(request.headers, desk.key),
    ...sent,
    model,
    size: model?.rules.sizes.get(size),
    references: referencesIn(body, files, desk)
  }
}
