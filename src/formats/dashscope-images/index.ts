import type { ImageFormat } from "../../core/image/image.ts"
import { decodeError } from "./error.ts"
import { encodeRequest } from "./request.ts"
import { decodeResponse } from "./response.ts"
import { id } from "./wire.ts"

/**
 * `POST /services/aigc/multimodal-generation/generation` of Alibaba's Model Studio, called for images and without tasks,
 * as its vendor's pages on the Qwen image models say it (https://www.alibabacloud.com/help/en/model-studio/qwen-image-api).
 */
export const dashscopeImages: ImageFormat = { id, encodeRequest, decodeResponse, decodeError }
