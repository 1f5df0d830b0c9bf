import { describe, expect, it } from "vitest"
import type { EmbeddingRequest } from "../../src/core/embedding.ts"
import { passing } from "../../src/formats/embed-content/index.ts"

describe("a request for a vector that passes", () => {
  it.each(["output_dimensionality", "outputDimensionality"])(
    "has its dimensions under the client's own name: %s",
    (name) => {
      const request: EmbeddingRequest = {
        model: "m",
        items: [{ input: { kind: "texts", texts: ["a"] }, dimensions: 256 }]
      }
      expect(passing.edits(request, { [name]: "256" })).toEqual([{ path: `/${name}`, value: 256 }])
    }
  )
})
