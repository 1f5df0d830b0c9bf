import type { ImageModel } from "../../capabilities/models.ts"
import { generateContentImages } from "../../formats/generate-content/images.ts"
import { globMatcher } from "../../core/glob.ts"
import type { Upstream } from "../../upstream/upstream.ts"
import { isEmbedder } from "./embeddings.ts"
import { imageLine } from "../models/image.ts"
import { keyHeader, resourceIn, shared } from "./upstream.ts"
import { gemini } from "../images/gemini.ts"
import type { ModelLine } from "../family.ts"
import type { FamilyOptions } from "../models/line.ts"

const imageGlobs: readonly string[] = ["gemini-*-image", "gemini-*-image-*"]

/** Whether an id is of another of the vendor's lines. */
const isElsewhere = (id: string): boolean =>
  isEmbedder(id) || (id.startsWith("gemini-") && !globMatcher(imageGlobs)(id))

/** The image models of Gemini at one upstream, which are called as its chat models are. */
export const painterLine = (options: FamilyOptions, upstream: Upstream["Service"]): ModelLine<ImageModel> =>
  imageLine(
    {
      rules: gemini,
      format: generateContentImages,
      models: imageGlobs,
      excludes: isElsewhere,
      url: shared.url,
      path: ({ model }) => `${resourceIn(model)}:generateContent`,
      keyHeader
    },
    options,
    upstream
  )
