import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { alikeRefusals } from "../../src/sandbox/alike/refusals/index.ts"
import { messagesRefusals } from "../../src/sandbox/anthropic/refusals/index.ts"
import { arkRefusals } from "../../src/sandbox/ark/refusals.ts"
import * as Seedance from "../../src/sandbox/ark/videos/refusals.ts"
import { dashScopeRefusals } from "../../src/sandbox/dashscope/refusals.ts"
import { alikeEmbeddingRefusals } from "../../src/sandbox/embeddings/alike-refusals.ts"
import { embedRefusals } from "../../src/sandbox/embeddings/google-refusals.ts"
import { geminiRefusals } from "../../src/sandbox/google/refusals/index.ts"
import * as Veo from "../../src/sandbox/google/videos/refusals.ts"
import { imagesRefusals } from "../../src/sandbox/openai/images/refusals.ts"
import { chatRefusals } from "../../src/sandbox/openai/refusals/index.ts"
import * as Sora from "../../src/sandbox/openai/videos/refusals.ts"
import type { Refusal } from "../../src/sandbox/refusal.ts"
import { rerankRefusals } from "../../src/sandbox/rerank/refusals.ts"

type Told = Pick<Refusal<never>, "name" | "when" | "status" | "type" | "code">

/** What the sandbox refuses, by vendor and request. */
const tables: readonly (readonly [title: string, refusals: readonly Told[]])[] = [
  ["OpenAI, `POST /v1/chat/completions`", chatRefusals],
  ["DeepSeek, `POST /v1/chat/completions`", alikeRefusals.deepseek],
  ["Kimi, `POST /v1/chat/completions`", alikeRefusals.kimi],
  ["OpenRouter, `POST /v1/chat/completions`", alikeRefusals.openrouter],
  ["Qwen, `POST /v1/chat/completions`", alikeRefusals.qwen],
  ["Anthropic, `POST /v1/messages`", messagesRefusals],
  ["Google, `:generateContent` and `:streamGenerateContent`", geminiRefusals],
  ["OpenAI and those alike, `POST /v1/embeddings`", alikeEmbeddingRefusals],
  ["Google, `:embedContent` and `:batchEmbedContents`", embedRefusals],
  ["Rerank, `POST /v1/rerank`", rerankRefusals],
  ["OpenAI, `POST /v1/images/generations` and `/v1/images/edits`", imagesRefusals],
  ["Ark, `POST /api/v3/images/generations`", arkRefusals],
  ["DashScope, multimodal generation", dashScopeRefusals],
  ["OpenAI, `POST /v1/videos`", Sora.createRefusals],
  ["OpenAI, `GET /v1/videos/{id}`", Sora.retrieveRefusals],
  ["OpenAI, `DELETE /v1/videos/{id}`", Sora.deleteRefusals],
  ["OpenAI, `GET /v1/videos/{id}/content`", Sora.contentRefusals],
  ["OpenAI, `GET /v1/videos`", Sora.listRefusals],
  ["Google, `:predictLongRunning`", Veo.submitRefusals],
  ["Google, `GET` of an operation", Veo.pollRefusals],
  ["Google, download of a video", Veo.downloadRefusals],
  ["Ark, `POST /api/v3/contents/generations/tasks`", Seedance.createRefusals],
  ["Ark, `GET` of a task", Seedance.retrieveRefusals],
  ["Ark, `DELETE` of a task", Seedance.deleteRefusals],
  ["Ark, `GET` of the tasks", Seedance.listRefusals]
]

const file = new URL("../../src/sandbox/README.md", import.meta.url)

/** The hand-written head of the page: all before the first table. */
const head = (): string => readFileSync(file, "utf8").split("\n## ", 1)[0]?.trimEnd() ?? ""

const columns = ["Name", "Refused where", "Status", "Type", "Code"]

/** Rows as a table of Markdown, its columns as wide as the formatter makes them. */
const table = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = columns.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`
  return [line(columns), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)]
}

const page = (): string =>
  [
    head(),
    ...tables.flatMap(([title, refusals]) => [
      "",
      `## ${title}`,
      "",
      ...table(
        refusals.map(({ name, when, status, type, code }) => [
          `\`${name}\``,
          when.replaceAll("|", "\\|"),
          String(status),
          `\`${type}\``,
          code === null ? "" : `\`${code}\``
        ])
      )
    ])
  ].join("\n") + "\n"

describe("the sandbox's own page", () => {
  it("tells every refusal as the code has it", async () => {
    await expect(page()).toMatchFileSnapshot(file.pathname)
  })

  it("has 25 tables, none of them empty", () => {
    expect(tables).toHaveLength(25)
    expect(tables.filter(([, refusals]) => refusals.length === 0)).toEqual([])
  })

  it.each(tables)("names each refusal of %s once", (_, refusals) => {
    const names = refusals.map(({ name }) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
})
