import { once } from "node:events"
import { createServer, request } from "node:http"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { takeBody } from "../../src/hosts/node-body.ts"
import { freeEntry } from "./free-entry.ts"

/** What a server that tells bodies of 1000 bytes at most answers to one that comes in these pieces. */
const told = async (pieces: readonly string[]): Promise<string> => {
  const server = createServer((asked, answer) => {
    const taken = takeBody(asked, { cap: 1000, clock: 100_000, entry: freeEntry })
    void Effect.runPromise(Effect.result(taken)).then((read) =>
      answer.end(read._tag === "Success" ? read.success : read.failure.reason)
    )
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const asking = request({ host: "127.0.0.1", port, method: "POST" })
  for (const piece of pieces) asking.write(piece)
  asking.end()
  const [answer] = await once(asking, "response")
  let said = ""
  for await (const piece of answer) said += String(piece)
  server.close()
  return said
}

it("a body in pieces of a byte each arrives whole", async () => {
  const letters = Array.from({ length: 990 }, (_, index) => String.fromCharCode(33 + (index % 90)))
  expect(await told(letters)).toBe(letters.join(""))
})

it("a body may have as many bytes as its cap, and not one more", async () => {
  const half = "x".repeat(500)
  expect(await told([half, half])).toBe(half + half)
  expect(await told([half, `${half}x`])).toBe("PayloadTooLarge")
})
