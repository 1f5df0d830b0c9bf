import { fork } from "node:child_process"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"

const child = fork(
  fileURLToPath(new URL("unfinished-child.ts", import.meta.url)),
  [
    JSON.stringify({
      keys: [{ key: "k" }],
      upstreams: { o: { family: "openai", url: "http://127.0.0.1:9/v1", key: "u" } },
      accounts: [{ username: "ada", hash: "$argon2id$v=19$m=19456,t=2,p=1$c29tZSBzYWx0$YSBkaWdlc3QgdGhhdCBpcyBub25l" }],
      loginSecret: "s".repeat(32),
      tasks: "memory"
    })
  ],
  { execArgv: [] }
)
let port = 0
beforeAll(async () => {
  const [told] = await once(child, "message")
  port = told.port
}, 60_000)
afterAll(() => void child.kill("SIGKILL"))

const held = async (): Promise<number> => {
  child.send("how much?")
  const [told] = await once(child, "message")
  return told.held
}

const warmUp = "GET /livez HTTP/1.1\r\nhost: a\r\n\r\n"

/** A login of which all but the last byte is sent. */
const unfinished =
  "POST /prod-api/v3/auth/getToken HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n" +
  `content-length: 16384\r\n\r\n${"x".repeat(16383)}`

const sending = async (text: string): Promise<Socket> => {
  const socket = connect({ host: "127.0.0.1", port })
  socket.on("error", () => undefined)
  socket.resume()
  await once(socket, "connect")
  socket.write(text)
  return socket
}

const round = async (text: string): Promise<readonly Socket[]> => {
  const sockets = []
  for (let n = 0; n < 200; n++) sockets.push(await sending(text))
  await new Promise((resolve) => setTimeout(resolve, 3000))
  return sockets
}

it("200 unfinished logins cost 2 MB at most", { timeout: 60_000 }, async () => {
  for (const socket of await round(warmUp)) socket.destroy()
  await new Promise((resolve) => setTimeout(resolve, 500))
  const before = await held()
  const sockets = await round(unfinished)
  const cost = (await held()) - before
  for (const socket of sockets) socket.destroy()
  expect(sockets.filter(({ closed }) => !closed).length).toBeLessThan(200)
  expect(cost).toBeLessThan(2_000_000)
})
