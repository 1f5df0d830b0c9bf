export * from "./config/families.ts"
export * as Families from "./families/families.ts"
export type {
  ChatLine,
  Family,
  ModelLine as Line,
  FamilyServices as Serves,
  WantedModel as Wanted
} from "./families/family.ts"
export type { FamilyOptions } from "./families/models/line.ts"
export * from "./gateway.ts"
export * from "./translate.ts"
