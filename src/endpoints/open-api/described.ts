import type { JsonTemplate } from "../../core/json/json.ts"

/** What a document tells of an endpoint besides what its value says. */
export interface Described {
  /** The schema of its body. Defaults are what an upstream does where a member is absent: none is put in here. */
  readonly request?: JsonTemplate
  /** The schema of its answer where all is well; absent: none is told. */
  readonly answer?: JsonTemplate
  /** The schema of its errors; absent: none is told. */
  readonly failure?: JsonTemplate
  /** Parameters of the query, as OpenAPI writes them. */
  readonly query?: readonly JsonTemplate[]
  /** The types of its answers; JSON where nothing is said. */
  readonly answers?: readonly string[]
}
