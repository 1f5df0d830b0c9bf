import { once } from "node:events"
import { createServer, request } from "node:http"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { takeBody } from "../../src/hosts/node-body.ts"
import { freeEntry } from "./free-entry.ts"

it("a body in pieces of a byte each arrives whole", async () => {
  const server = createServer((asked, answer) => {
    void Effect.runPromise(takeBody(asked, { cap: 10_000, clock: 10_000, entry: freeEntry })).then((bytes) =>
      answer.end(bytes)
    )
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const text = Array.from({ length: 1000 }, (_, index) => String.fromCharCode(33 + (index % 90))).join("")
  const asking = request({ host: "127.0.0.1", port, method: "POST" })
  for (const letter of text) asking.write(letter)
  asking.end()
  const [answer] = await once(asking, "response")
  let said = ""
  for await (const piece of answer) said += String(piece)
  server.close()
  expect(said).toBe(text)
})
