import { describe, expect, it, onTestFinished, vi } from "vitest"
import { rehearse } from "../../src/hosts/cli/rehearse.ts"

/** What of the network this process holds. */
const held = (): readonly string[] => process.getActiveResourcesInfo().filter((kind) => /^(TCP|TLS)/.test(kind))

describe("the command's rehearsal", () => {
  it("serves a chat that passes and one that is translated", async () => {
    expect(await rehearse()).toEqual([200, 200])
  })

  it("leaves no port and no connection open", async () => {
    const before = held().length
    await rehearse()
    // what other files opened on this thread may close meanwhile
    await expect.poll(() => held().length, { timeout: 60_000 }).toBeLessThanOrEqual(before)
  })

  it("is left out where no port can be opened", async () => {
    // an address that is nobody's (RFC 5737)
    expect(await rehearse("192.0.2.1")).toEqual([])
  })

  it("tells nobody of a call of its own that a busy machine did not answer in time", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined)
    onTestFinished(() => log.mockRestore())
    const answers: number[] = []
    for (let patience = 0; patience < 80; patience += 2) answers.push((await rehearse("127.0.0.1", patience)).length)
    expect(answers).toContain(0)
    expect(log.mock.calls).toEqual([])
  })
})
