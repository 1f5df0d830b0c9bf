import type { ImageFormat } from "../../core/image/image.ts"
import { decodeError } from "./error.ts"
import { encodeRequest } from "./request.ts"
import { decodeResponse } from "./response.ts"
import { id } from "./wire.ts"

/**
 * `POST /images/generations` in JSON and `POST /images/edits` as a form, as the vendor's SDK types of version 7.55 say
 * them (https://platform.openai.com/docs/api-reference/images).
 */
export const openaiImages: ImageFormat = { id, encodeRequest, decodeResponse, decodeError }
