import { describe, expect, it } from "vitest"
import { rawClient } from "../faults/index.ts"
import { listeningGateway } from "./listening.ts"

const listening = listeningGateway()

const request = "GET /nowhere HTTP/1.1\r\nhost: a\r\n\r\n"
const last = "GET /nowhere HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"

/** The statuses of all answers to requests that are sent at once. */
const statuses = async (requests: string): Promise<readonly number[]> => {
  const client = await rawClient(listening.url)
  await client.send(requests)
  return (await client.ended()).responses.map(({ status }) => status)
}

describe("requests that are sent ahead of their answers", () => {
  it("are answered where they are few", async () =>
    expect(await statuses(request.repeat(31) + last)).toEqual(Array.from({ length: 32 }, () => 404)))

  it("end their connection where they are many", async () =>
    expect((await statuses(request.repeat(500) + last)).length).toBeLessThanOrEqual(32))

  it("are not even begun where they are many", async () => {
    let begun = 0
    const count = (): void => void begun++
    listening.server.on("request", count)
    await statuses(request.repeat(1500) + last)
    listening.server.off("request", count)
    // Of those that were read in the same piece as the first 32 one more is looked at.
    expect(begun).toBe(33)
  })

  it("are counted anew once they were answered", async () => {
    const client = await rawClient(listening.url)
    for (let at = 0; at < 100; at++) {
      await client.send(request)
      await client.response(at + 1)
    }
    await client.send(last)
    expect((await client.ended()).responses).toHaveLength(101)
  })
})
