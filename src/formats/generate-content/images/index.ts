import type { ImageFormat } from "../../../core/image/image.ts"
import { decodeError } from "../error.ts"
import { id } from "../wire.ts"
import { encodeRequest } from "./request.ts"
import { decodeResponse } from "./response.ts"

/**
 * `generateContent` as the way to images: a chat whose answer is pictures, as its vendor's page on image generation says
 * it (https://ai.google.dev/gemini-api/docs/image-generation).
 */
export const generateContentImages: ImageFormat = { id, encodeRequest, decodeResponse, decodeError }
