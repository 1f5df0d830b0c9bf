import { expect, it } from "vitest"
import { compiledExamples } from "./doc-comments.ts"

it("examples of doc comments are those that are compiled", async () => {
  await expect(compiledExamples()).toMatchFileSnapshot("../fixtures/doc-comments.ts")
})
