import type { Mutant } from "./mutant.ts"

/** Defects in embeddings and reranking: their formats, their path, their families, what the sandbox makes of them. */
export const embeddings: readonly Mutant[] = [
  {
    name: "vectors are in big-endian order",
    file: "core/embedding.ts",
    find: "numbers[index] ?? 0, true)",
    replace: "numbers[index] ?? 0, false)",
    caughtBy: ["embeddings/laws.test.ts"]
  },
  {
    name: "base64 of vectors has no padding",
    file: "core/bytes.ts",
    find: ".fill(padding)",
    replace: ".fill(65)",
    caughtBy: ["embeddings/laws.test.ts"]
  },
  {
    name: "what rounding leaves over is lost",
    file: "core/tokens/usage.ts",
    find: ".slice(0, left)",
    replace: ".slice(0, 0)",
    caughtBy: ["embeddings/laws.test.ts"]
  },
  {
    name: "a decimal that no number holds is exact",
    file: "core/json/exact.ts",
    find: 'return String(value) === (plain === "-0" ? "0" : plain) ? value : undefined',
    replace: "return value",
    caughtBy: ["core/json/decimal.test.ts"]
  },
  {
    name: "null is no dimensions",
    file: "core/reading/member-row.ts",
    find: "object[key] === null && names.includes(nameOf(key))",
    replace: "object[key] === null && names.includes(nameOf(key)) && key === ''",
    caughtBy: ["rows/embeddings.test.ts", "rows/rerank.test.ts"]
  },
  {
    name: "a limit holds for one of two spellings",
    file: "formats/embed-content/request.ts",
    find: '...positiveInteger, also: "output_dimensionality"',
    replace: "...positiveInteger",
    caughtBy: ["embeddings/edges.test.ts"]
  },
  {
    name: "a picture is left out of what is embedded",
    file: "formats/embeddings/index.ts",
    find: 'for (const at of item.media ?? []) noting.note(to, "media", at)',
    replace: "",
    caughtBy: ["embeddings/edges.test.ts"]
  },
  {
    name: "an empty text is embedded",
    file: "formats/embed-content/request.ts",
    find: '!texts.some((text) => text !== "")',
    replace: "texts.length === 0",
    caughtBy: ["rows/embeddings.test.ts"]
  },
  {
    name: "a body may name another model than its path",
    file: "formats/embed-content/request.ts",
    find: "modelOf(itemModel) !== modelOf(model)",
    replace: 'modelOf(itemModel) === ""',
    caughtBy: ["rows/embeddings.test.ts"]
  },
  {
    name: "items of a batch name no model",
    file: "formats/embed-content/request.ts",
    find: "({ model, ...item })",
    replace: "({ ...item })",
    caughtBy: ["rows/embeddings.test.ts"]
  },
  {
    name: "vectors come in the order in which they were sent",
    file: "formats/embeddings/index.ts",
    find: "const { index = place, embedding } = item",
    replace: "const { embedding } = item\n  const index = place",
    caughtBy: ["rows/embeddings.test.ts"]
  },
  {
    name: "base64 is given to those who want numbers",
    file: "formats/embeddings/index.ts",
    find: 'encoding === "base64" ? base64Of(vector) : numbersOf(vector)',
    replace: "base64Of(vector)",
    caughtBy: ["rows/embeddings.test.ts"]
  },
  {
    name: "items of several numbers of dimensions go together",
    file: "formats/embeddings/index.ts",
    find: "`${input.kind} ${dimensions}`",
    replace: "`${input.kind} ${dimensions > 0}`",
    caughtBy: ["embeddings/laws.test.ts"]
  },
  {
    name: "a batch is sent whole, however long",
    file: "exchange/embeddings/calls.ts",
    find: "inPieces(kind, target.perCall)",
    replace: "inPieces(kind, 100_000)",
    caughtBy: ["embeddings/laws.test.ts"]
  },
  {
    name: "vectors of later calls overwrite those of the first",
    file: "exchange/embeddings/embeddings.ts",
    find: "(vectors[place] = response.vectors[item] ?? [])",
    replace: "(vectors[item] = response.vectors[item] ?? vectors[place] ?? [])",
    caughtBy: ["embeddings/laws.test.ts"]
  },
  {
    name: "a model gives more dimensions than it has",
    file: "exchange/embeddings/embeddings.ts",
    find: "item.dimensions > most",
    replace: "item.dimensions > 99_999",
    caughtBy: ["rows/embeddings.test.ts"]
  },
  {
    name: "an SDK gets a list",
    file: "exchange/policies.ts",
    find: "headers[name] !== undefined",
    replace: 'headers[name] === "no such SDK"',
    caughtBy: ["rows/embeddings.test.ts"]
  },
  {
    name: "a model that embeds chats",
    file: "families/models/line.ts",
    find: "fitting(id) && profile.excludes?.(id) !== true",
    replace: "fitting(id)",
    caughtBy: ["embeddings/lines.test.ts"]
  },
  {
    name: "the vendor decides whether documents come back",
    file: "formats/rerank/request.ts",
    find: 'body["return_documents"] = withDocuments',
    replace: 'body["return_documents"] = withDocuments || undefined',
    caughtBy: ["rows/rerank.test.ts"]
  },
  {
    name: "a document has two scores",
    file: "formats/rerank/index.ts",
    find: " || ranked.has(index)",
    replace: "",
    caughtBy: ["rows/rerank.test.ts"]
  },
  {
    name: "scores are as they came",
    file: "formats/rerank/index.ts",
    find: "Math.min(1, Math.max(0, score))",
    replace: "score",
    caughtBy: ["rerank", "rows/rerank.test.ts"]
  },
  {
    name: "the farthest document comes first",
    file: "formats/rerank/index.ts",
    find: "b.score - a.score",
    replace: "a.score - b.score",
    caughtBy: ["rerank", "rows/rerank.test.ts"]
  },
  {
    name: "more results than documents are asked for",
    file: "formats/rerank/request.ts",
    find: "request.most = Math.min(wanted, documents.length)",
    replace: "request.most = wanted",
    caughtBy: ["rows/rerank.test.ts"]
  },
  {
    name: "rare words weigh as much as common ones",
    file: "sandbox/rerank/relevance.ts",
    find: "Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5))",
    replace: "holding",
    caughtBy: ["sandbox/rerank"]
  },
  {
    name: "vectors of the sandbox are of any length",
    file: "sandbox/embeddings/vector.ts",
    find: "length === 0 ? 1 : length",
    replace: "dimensions",
    caughtBy: ["sandbox/embeddings"]
  }
]
