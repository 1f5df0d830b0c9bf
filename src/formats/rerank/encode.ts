import { JsonText, putMember } from "../../core/json/json.ts"
import type { TranslationNote, Translated } from "../../core/notes/note.ts"
import type { JsonObjectBuilder } from "../../core/json/builder.ts"
import { childPointer } from "../../core/json/pointer.ts"
import type { RerankRequest } from "../../core/rerank.ts"
import { table } from "./rules.ts"
import type { Dialect } from "./wire.ts"

/** Writes a request as a vendor takes it: whether documents come back is always said. */
export const encodeRequest = (
  { model, query, documents, most, withDocuments, native }: RerankRequest,
  { limit, returns, others }: Dialect
): Translated<JsonText> => {
  const body: JsonObjectBuilder = { model, query, documents: documents.map(({ text }) => text), [limit]: most }
  if (returns) body["return_documents"] = withDocuments
  const notes: TranslationNote[] = []
  for (const [key, value] of native?.rest ?? []) {
    if (others === "any" || others.includes(key)) putMember(body, key, value)
    else notes.push(table.note("native-member", childPointer("", key)))
  }
  return { value: JsonText.tree(body), notes }
}
