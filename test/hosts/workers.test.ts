import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { type Bundle, bundleOf } from "./subjects/bundle.ts"

/** What a file of a bundle belongs to: a package, a format, or a room of this one. */
const partOf = (file: string): string => {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? []
  return name ?? /src\/(?:formats\/)?[\w-]+/.exec(file)?.[0] ?? file
}

/** The bytes of each part, largest first. */
const partsOf = ({ output }: Bundle): readonly (readonly [part: string, bytes: number])[] => {
  const parts = new Map<string, number>()
  for (const [file, { bytesInOutput }] of Object.entries(output.inputs)) {
    const part = partOf(file)
    parts.set(part, (parts.get(part) ?? 0) + bytesInOutput)
  }
  return [...parts].filter(([, bytes]) => bytes > 0).toSorted(([, a], [, b]) => b - a)
}

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`

describe.each([
  { what: "two formats and two families", file: "./worker-of-two.ts", limit: 175 },
  {
    what: "all chat endpoints and three families that chat (the goal is 120 KB)",
    file: "./worker.ts",
    limit: 204
  }
])("a worker of $what", ({ what, file, limit }) => {
  it(`imports nothing, and is at most ${limit} KB, minified and compressed, with Effect in it`, async () => {
    const bundle = await bundleOf(file)
    const size = gzipSync(bundle.bytes, { level: 9 }).length
    const rows = partsOf(bundle).map(([part, bytes]) => `${kilobytes(bytes).padStart(10)}  ${part}`)
    console.log([`${what}: ${kilobytes(size)} of ${kilobytes(bundle.bytes.length)} minified`, ...rows].join("\n"))
    expect(bundle.output.imports).toEqual([])
    expect(size).toBeGreaterThan(40 * 1024)
    expect(size).toBeLessThanOrEqual(limit * 1024)
  })
})
