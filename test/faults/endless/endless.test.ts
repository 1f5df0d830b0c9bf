import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import type { Id } from "./kinds.ts"
import { kinds } from "./kinds.ts"
import type { Outcome } from "./outcome.ts"

const child = fileURLToPath(new URL("child.ts", import.meta.url))

/** Every stream in a process of 96 MB: one that kept what it was told would not come to its end. */
const run = async (): Promise<readonly Outcome[]> => {
  const args = ["--max-old-space-size=96", "--no-warnings", child]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 })
  return stdout
    .trim()
    .split("\n")
    .map((line): Outcome => JSON.parse(line))
}

const outcomes = await run()

const name = ({ client, upstream, kind }: Outcome): string => `${kind} of ${upstream} to a ${client} client`

/** The most bytes that are kept of a text which never ends. */
const mostOfAText = 1024 * 1024

/** How an error stands in a stream of each format, as the vendors' pages show it. */
const errorFrame: Readonly<Record<Id, RegExp>> = {
  "chat-completions": /data: \{"error":\{"message":".*upstream.*\n\n$/,
  messages:
    /event: error\ndata: \{"type":"error","error":\{"type":"api_error","message":".*upstream.*,"request_id":"request-of-test"\}\n\n$/,
  "generate-content": /data: \{"error":\{"code":502,"message":".*upstream.*\n\n$/,
  responses: /event: error\ndata: \{"type":"error",.*upstream.*\n\nevent: response.failed\ndata: .*upstream.*\n\n$/
}

/** Whether a stream's translation must keep what was said: the last event of a response says all of it again. */
const isKept = ({ client, upstream, needed }: Outcome): boolean =>
  needed || (client === "responses" && upstream !== "responses")

describe("streams without an end", () => {
  it("are all of these", () => {
    expect(Object.values(kinds).map(({ length }) => length)).toEqual([24, 20, 20, 21])
    expect(outcomes).toHaveLength(4 * (24 + 20 + 20 + 21))
  })

  it.each(outcomes.filter(({ error }) => error === undefined).map((it) => [name(it), it] as const))(
    "%s cost the same however long they are",
    (_, { grown, fed }) => expect(grown).toBeLessThan(fed / 20 + mostOfAText / 2)
  )

  it.each(outcomes.filter(({ error }) => error !== undefined).map((it) => [name(it), it] as const))(
    "%s end with one error of the client's format",
    (_, outcome) => {
      const { client, last, after } = outcome
      expect(isKept(outcome)).toBe(true)
      expect(last).toMatch(errorFrame[client])
      expect(after).toBe(0)
    }
  )

  it.each(outcomes.map((it) => [name(it), it] as const))("%s leave at most 100 notes and their count", (_, { notes }) =>
    expect(notes).toBeLessThanOrEqual(101)
  )
})
