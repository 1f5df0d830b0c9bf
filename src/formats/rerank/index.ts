import { decodeFailure } from "../../core/errors/failure.ts"
import type { RerankFormat } from "../../core/rerank.ts"
import { encodeRequest } from "./encode.ts"
import { decodeResponse } from "./response.ts"
import type { Dialect } from "./wire.ts"

export type { Dialect } from "./wire.ts"

/** A vendor's API for reranking, from how it differs. Its errors are a `detail` or a `message`, whatever it is. */
export const rerankFormat = (dialect: Dialect): RerankFormat => ({
  id: dialect.id,
  encodeRequest: (request) => encodeRequest(request, dialect),
  decodeResponse: (body, request) => decodeResponse(body, request, dialect),
  decodeError: (status, headers, body) =>
    decodeFailure({ format: dialect.id, reasons: new Map() }, status, headers, body)
})
