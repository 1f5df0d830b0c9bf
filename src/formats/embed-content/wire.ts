import { type ReadOptions, noNull } from "../../core/reading/read-options.ts"

/** The format's name. */
export const id = "embed-content"

/** The other spelling of members that have two: the API reads both. */
const spellings: ReadonlyMap<string, string> = new Map([
  ["task_type", "taskType"],
  ["output_dimensionality", "outputDimensionality"]
])

/** How requests are read. */
export const inRequest: ReadOptions = { format: id, silent: noNull, nameOf: (key) => spellings.get(key) ?? key }

/** A model as bodies name it: by its collection, which is of models where nothing else is said. */
export const resourceOf = (model: string): string => (model.includes("/") ? model : `models/${model}`)

/** The id of a model, of which bodies and paths may say the collection. */
export const modelOf = (resource: string): string => resource.replace(/^models\//, "")
