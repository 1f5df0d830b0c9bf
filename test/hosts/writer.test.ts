import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { connect, type Socket } from "node:net"
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { bodyWriter, writeAnswer } from "../../src/hosts/node-answer.ts"
import type { ByteFlow } from "../../src/upstream/flow.ts"

const pieces = (...texts: readonly string[]): readonly Uint8Array[] =>
  texts.map((text) => new TextEncoder().encode(text))

/** What a client reads until its connection closes, behind the heads of the answers. */
const bodiesRead = async (
  answer: (response: ServerResponse, request: IncomingMessage) => void,
  ...requests: readonly string[]
): Promise<unknown> => {
  const server = createServer((request, response) => answer(response, request))
  onTestFinished(() => void server.close())
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address = server.address()
  const socket = connect(typeof address === "object" && address !== null ? address.port : 0, "127.0.0.1")
  let read = ""
  socket.on("data", (piece) => (read += String(piece)))
  for (const line of requests) socket.write(`${line}\r\nhost: a\r\n\r\n`)
  await once(socket, "close")
  return read.split(/HTTP\/1\.1 200 OK\r\n[^]*?\r\n\r\n/).slice(1)
}

const close = ["GET / HTTP/1.1\r\nconnection: close"] as const

/** Writes two pieces together, nothing, and one that stands alone. */
const writeAll = (response: ServerResponse): void => {
  response.writeHead(200)
  const { write, end } = bodyWriter(response)
  write(pieces("data: é", "\n\n"))
  setImmediate(() => {
    write(pieces(""))
    write(pieces("ten bytes."))
    end()
  })
}

/** The chunks of RFC 9112, section 7.1, counted by hand: `é` is two bytes. */
const chunks = "a\r\ndata: é\n\n\r\na\r\nten bytes.\r\n0\r\n\r\n"

describe("a body that comes by and by", () => {
  it("is in chunks, none of them empty but the last", async () => {
    expect(await bodiesRead(writeAll, ...close)).toEqual([chunks])
  })

  it("leaves its connection to the next, each in its turn", async () => {
    expect(await bodiesRead(writeAll, "GET / HTTP/1.1", ...close)).toEqual([chunks, chunks])
  })

  it("has no chunks for a client that knows none", async () => {
    expect(await bodiesRead(writeAll, "GET / HTTP/1.0")).toEqual(["data: é\n\nten bytes."])
  })

  it("goes through who replaced what a response writes with, unframed", async () => {
    const seen: string[] = []
    await bodiesRead(
      (response) => {
        const write = response.write.bind(response)
        response.write = (piece: Uint8Array) => {
          seen.push(new TextDecoder().decode(piece))
          return write(piece)
        }
        writeAll(response)
      },
      ...close
    )
    expect(seen.join("")).toBe("data: é\n\nten bytes.")
  })
})

/** Notes down what the connection of an answer is given from now on. */
const noteWrites = ({ socket }: ServerResponse, given: Uint8Array[]): Socket | undefined => {
  if (socket === null) return undefined
  const writeOn = socket.write.bind(socket)
  return Object.assign(socket, {
    write: (piece: Uint8Array, ...rest: never[]) => {
      given.push(piece)
      return writeOn(piece, ...rest)
    }
  })
}

it("holds no more memory than it says where much waits for its reader", async () => {
  const given: Uint8Array[] = []
  const said = new Uint8Array(20_000)
  await bodiesRead(
    (response) => {
      response.writeHead(200)
      const { write, end } = bodyWriter(response)
      write([said])
      noteWrites(response, given)
      setImmediate(() => {
        write([said])
        end()
      })
    },
    ...close
  )
  const chunk = given.find(({ length }) => length > said.length)
  expect(chunk?.buffer.byteLength).toBe("4e20\r\n".length + said.length + "\r\n".length)
})

it("shares memory out for a short chunk, unless it stands behind one that waits for its reader", async () => {
  const given: Uint8Array[] = []
  let [first, waiting] = [0, 0]
  await bodiesRead(
    (response) => {
      response.writeHead(200)
      const { write, end } = bodyWriter(response)
      write(pieces("head"))
      const socket = noteWrites(response, given)
      if (socket === undefined) return
      setImmediate(() => {
        first = socket.writableLength
        write(pieces("short"))
        socket.cork()
        write(pieces("waits"))
        waiting = socket.writableLength
        write(pieces("behind"))
        end()
        socket.uncork()
      })
    },
    ...close
  )
  expect([first, waiting > 0]).toEqual([0, true])
  const memory = given.slice(0, 3).map(({ length, buffer }) => buffer.byteLength === length)
  expect(memory).toEqual([false, false, true])
})

it("tells who writes whether anything waits for its reader", async () => {
  const waits: unknown[] = []
  const said = new Uint8Array(10)
  await bodiesRead(
    (response, request) => {
      const body: ByteFlow = {
        read: (reader) => {
          reader.take([said])
          setImmediate(() => {
            waits.push(reader.waits?.())
            response.socket?.cork()
            reader.take([said])
            waits.push(reader.waits?.())
            response.socket?.uncork()
            reader.end()
          })
        },
        resume: () => undefined,
        leave: () => undefined
      }
      Effect.runFork(
        writeAnswer({ request, response, last: () => true, stalled: 60_000 }, { status: 200, headers: {}, body })
      )
    },
    ...close
  )
  expect(waits).toEqual([false, true])
})
