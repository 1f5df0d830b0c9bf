import { once } from "node:events"
import { createServer, request } from "node:http"
import { connect } from "node:net"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { writeAnswer } from "../../src/hosts/node-answer.ts"
import { takeBody } from "../../src/hosts/node-body.ts"
import { freeEntry } from "./free-entry.ts"

/** What a server that takes bodies of so many bytes at most answers to one that comes in these pieces. */
const told = async (pieces: readonly string[], cap = 1000): Promise<string> => {
  const server = createServer((asked, answer) => {
    const taken = takeBody(asked, { cap, clock: 100_000, entry: freeEntry })
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

/** As many pieces as are taken whatever they say, and one more. */
const many = 2049

it("a body of more pieces than that is refused where they are short on average", async () => {
  expect(await told(Array(many).fill("1234567"), 1_000_000)).toBe("InvalidRequest")
})

it("a body of as many pieces is taken, and one of more that are long enough", async () => {
  expect(await told(Array(many - 1).fill("1"), 1_000_000)).toBe("1".repeat(many - 1))
  expect(await told(Array(many).fill("12345678"), 1_000_000)).toBe("12345678".repeat(many))
})

it("of a request that was answered so many pieces are thrown away, and its connection ends with the next", async () => {
  let thrown = 0
  const server = createServer((asked, response) => {
    asked.on("data", () => thrown++)
    const exchange = { request: asked, response, last: () => true, stalled: 60_000 }
    Effect.runFork(writeAnswer(exchange, { status: 401, headers: {}, body: "no" }))
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address = server.address()
  const socket = connect(typeof address === "object" && address !== null ? address.port : 0, "127.0.0.1")
  socket.on("error", () => undefined).resume()
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n${"1\r\nx\r\n".repeat(9000)}`)
  await once(socket, "close")
  server.close()
  expect(thrown).toBeLessThanOrEqual(1025)
})
