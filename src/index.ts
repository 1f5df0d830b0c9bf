export * from "./config/families.ts"
export * as Endpoints from "./endpoints.ts"
export * as Families from "./families/families.ts"
export type {
  ChatLine,
  Family,
  ModelLine as Line,
  FamilyServices as Serves,
  WantedModel as Wanted
} from "./families/family.ts"
export type { FamilyOptions } from "./families/models/line.ts"
export { responsesApi } from "./families/openai-compatible/responses.ts"
export * as Formats from "./formats.ts"
export * from "./gateway.ts"
export * from "./translate.ts"
