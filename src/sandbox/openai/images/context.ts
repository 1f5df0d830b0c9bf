import { type Asking, askingOf } from "../../asking.ts"
import type { Desk } from "../../desk.ts"
import { textAt } from "../../json.ts"
import { modelIn } from "../../model.ts"
import type { Refusal } from "../../refusal.ts"
import { readForm, readObject } from "../sent.ts"
import type { Sent, Upload } from "../sent.ts"
import { gptImageModels } from "./catalogue.ts"
import type { GptImageModel, GptImageRules } from "./catalogue.ts"

/** A request for images as the checks see it. */
export interface Context extends Asking, Sent {
  readonly edits: boolean
  readonly model: GptImageModel | undefined
  readonly rules: GptImageRules | undefined
}

/** A refusal of the images API. */
export type ImagesRefusal = Refusal<Context>

/** Members that are numbers, which a form can only hold as texts. */
const numbers: ReadonlySet<string> = new Set(["n", "output_compression", "partial_images"])

/** What the checks see of a request. */
export const contextOf = async (request: Request, desk: Desk, edits: boolean): Promise<Context> => {
  const sent = edits ? await readForm(request, numbers) : await readObject(request)
  const model = modelIn(gptImageModels, textAt(sent.body, "model") ?? "")
  return { ...askingOf(request.headers, desk.key), edits, ...sent, model, rules: model?.rules }
}

/** The images of an edit: one under its own name, several as a list. */
export const imagesOf = ({ files }: Context): readonly Upload[] =>
  files.filter(({ name }) => name === "image" || name === "image[]")
