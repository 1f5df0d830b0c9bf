import { describe, expect, it, onTestFinished, vi } from "vitest"
import { Claude, createGateway, Endpoints } from "../../src/index.ts"

describe("what is chosen for a gateway, and is not what it must be", () => {
  const grace = "`grace` must be a number of milliseconds, 0 or more."
  it.each([
    [{ grace: Number.NaN }, grace],
    [{ grace: -1 }, grace],
    [{ grace: "5000" }, grace],
    [{ prefix: 5 }, "`prefix` must be a text, such as `/api/ai`."],
    [{ requests: Number.NaN }, "`requests` must be a number above 0."],
    [{ bodies: { all: 1024, share: "0.5" } }, "`bodies.share` must be a number above 0."],
    [{ answers: { whole: -1, event: 1024, kept: 1024 } }, "`answers.whole` must be a number above 0."],
    [{ log: console }, "`log` must be a function."],
    [{ onRequest: 5 }, "`onRequest` must be a function."]
  ])("is refused in plain words: %j", async (wrong, why) => {
    vi.spyOn(console, "log").mockImplementation(() => undefined)
    onTestFinished(() => void vi.restoreAllMocks())
    const families = [Claude.layer({ key: "k" })] as const
    const parts = { endpoints: [Endpoints.messages], families, keys: ["a client's"] } as const
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that it is not of its type is what is tested
    const gateway = createGateway({ ...parts, ...(wrong as object) })
    onTestFinished(() => gateway.close())
    await expect(gateway.ready).rejects.toThrow(why)
    const answer = await gateway.fetch(new Request("http://gateway.test/v1/messages", { method: "POST", body: "{}" }))
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { error: { message: expect.stringContaining(why) } }
    ])
  })
})
