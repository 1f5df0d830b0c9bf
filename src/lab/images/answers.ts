import { imageTypeOf } from "../../media/kinds.ts"
import { dataUrl } from "../../core/bytes/base64.ts"
import type { ImageResponse, MadeImage } from "../../core/image/image.ts"
import type { JsonTemplate } from "../../core/json/json.ts"
import { enveloped } from "../envelope.ts"

/** Images in the envelope, each as a URL; of one that failed, why. */
export const imagesIn = ({ images }: ImageResponse): JsonTemplate =>
  enveloped({
    images: images.map((image) =>
      "error" in image
        ? { url: "", error: { code: image.error.status, msg: image.error.message } }
        : { url: urlOf(image) }
    )
  })

/** A link, or a `data:` URL where there are bytes. */
const urlOf = ({ url, base64, mime }: MadeImage): string =>
  base64 === undefined ? (url ?? "") : dataUrl(mime ?? mimeIn(base64), base64)

/** What the first bytes say. */
const mimeIn = (base64: string): string => imageTypeOf(base64, "image/png") ?? "image/png"
