import type { ImageFormat } from "../../core/image/image.ts"
import { decodeError } from "./error.ts"
import { encodeRequest } from "./request.ts"
import { decodeResponse } from "./response.ts"
import { id } from "./wire.ts"

/**
 * `POST /images/generations` of Volcengine Ark, as its vendor's page on image generation says it
 * (https://www.volcengine.com/docs/82379/1541523).
 */
export const arkImages: ImageFormat = { id, encodeRequest, decodeResponse, decodeError }
