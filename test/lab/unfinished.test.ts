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

const answerTo = async (question: string) => {
  child.send(question)
  const [answer] = await once(child, "message")
  return answer
}

/** What the server holds, in bytes. */
const held = (): Promise<number> => answerTo("how much?")

/** How many bytes of each open connection the server has read, by the port that it came from. */
const read = async (): Promise<Readonly<Record<string, number>>> => {
  await new Promise((resolve) => setTimeout(resolve, 20))
  return answerTo("how far?")
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

/** Sends a text on each of 200 connections; gives them once the server has read, answered or closed each. */
const round = async (text: string): Promise<readonly Socket[]> => {
  const sockets: Socket[] = []
  for (let n = 0; n < 200; n++) sockets.push(await sending(text))
  const silent = () => sockets.filter(({ closed, bytesRead }) => !closed && bytesRead === 0)
  let bytes = await read()
  while (silent().some(({ localPort }) => (bytes[localPort ?? 0] ?? 0) < text.length)) bytes = await read()
  return sockets
}

const ended = async (sockets: readonly Socket[]): Promise<void> => {
  for (const socket of sockets) socket.destroy()
  while (Object.keys(await read()).length > 0);
}

/** Milliseconds in which the server makes room; those that are slow are closed much later, by their clock. */
const patience = 10_000

it("200 unfinished logins cost 2 MB at most", { timeout: 180_000 }, async () => {
  await ended(await round(warmUp))
  const before = await held()
  const sockets = await round(unfinished)
  const cost = async () => (await held()) - before
  await expect.poll(cost, { timeout: patience, interval: 200 }).toBeLessThan(2_000_000)
  const open = (): number => sockets.filter(({ closed }) => !closed).length
  await expect.poll(open, { timeout: patience, interval: 200 }).toBeLessThan(200)
  for (const socket of sockets) socket.destroy()
})
