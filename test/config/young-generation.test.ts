import { afterEach, beforeEach, expect, it, vi } from "vitest"
import * as v8 from "node:v8"
import { boundYoungGeneration } from "../../src/hosts/cli/v8.ts"

vi.mock("node:v8", { spy: true })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const mebibyte = 1024 * 1024

it("V8's young generation is bound once it is large, and not before", () => {
  const [space] = v8.getHeapSpaceStatistics()
  if (space === undefined) throw new Error("V8 has no spaces.")
  const spaces = vi.mocked(v8.getHeapSpaceStatistics)
  const flags = vi.mocked(v8.setFlagsFromString).mockReturnValue(undefined)
  const large = (size: number) =>
    spaces.mockReturnValue([
      { ...space, space_name: "old_space", space_size: 1024 * mebibyte },
      { ...space, space_name: "new_space", space_size: size }
    ])
  large(mebibyte)
  boundYoungGeneration({}, [])
  vi.advanceTimersByTime(1000)
  expect(flags).not.toHaveBeenCalled()
  large(32 * mebibyte)
  vi.advanceTimersByTime(1000)
  expect(flags.mock.calls).toEqual([["--semi-space-growth-factor=1"]])
})
