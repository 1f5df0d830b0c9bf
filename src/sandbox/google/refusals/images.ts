import { given, listAt, textAt } from "../../json.ts"
import { when } from "../../refusal.ts"
import { answerType, configField, invalid } from "../context.ts"
import type { Context, GeminiRefusal } from "../context.ts"
import { declarationsOf, fileTypes } from "../read.ts"

const option = ({ body }: Context, name: string): string | undefined =>
  given(body, "generationConfig", "imageConfig", name) === undefined
    ? undefined
    : (textAt(body, "generationConfig", "imageConfig", name) ?? "")

const ratioField = configField("image_config.aspect_ratio")
const sizeField = configField("image_config.image_size")

/** What is refused of images. */
export const imageRefusals: readonly GeminiRefusal[] = [
  invalid("image-config", "options of images for a model that only writes", ({ body, rules }) =>
    when(
      given(body, "generationConfig", "imageConfig") !== undefined && rules?.images === undefined,
      "Image config is not enabled for this model.",
      configField("image_config")
    )
  ),
  invalid("aspect-ratio", "the model draws no image of this ratio", (context) => {
    const ratio = option(context, "aspectRatio")
    const taken = context.rules?.images?.ratios
    return when(
      ratio !== undefined && taken?.has(ratio) === false,
      `aspect_ratio must be one of ${[...(taken?.keys() ?? [])].join(", ")}.`,
      ratioField
    )
  }),
  invalid("image-size", "the model draws no image of this class of sizes", (context) => {
    const size = option(context, "imageSize")
    const taken = context.rules?.images?.classes
    const message =
      taken?.size === 0 ? "Image size is not supported for this model." : `Invalid image size: ${size ?? ""}.`
    return when(size !== undefined && taken?.has(size) === false, message, sizeField)
  }),
  invalid("image-functions", "functions for a model that draws", ({ body, rules, to }) =>
    when(
      rules?.images !== undefined && declarationsOf(body).length > 0,
      `Function calling is not enabled for models/${to.model}`,
      "tools"
    )
  ),
  invalid("image-form", "an answer in a form of a model that draws", (context) =>
    when(
      context.rules?.images !== undefined && answerType(context) !== "text/plain",
      `Json mode is not enabled for models/${context.to.model}`,
      configField("response_mime_type")
    )
  ),
  invalid("image-modality", "a model that draws is to do something else", ({ body, rules }) =>
    when(
      rules?.images !== undefined &&
        listAt(body, "generationConfig", "responseModalities").some((word) => word !== "TEXT" && word !== "IMAGE"),
      "The requested combination of response modalities is not supported by the model.",
      configField("response_modalities")
    )
  ),
  invalid("image-count", "there are more images than a model that draws takes", ({ turns, rules }) => {
    const types = turns.flatMap(({ parts }) => fileTypes(parts.map(({ part }) => part)))
    const count = types.filter((type) => type.startsWith("image/")).length
    const most = rules?.images?.most ?? Infinity
    return when(count > most, `The number of images must be at most ${most}.`, "contents")
  })
]
