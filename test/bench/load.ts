import { type FormatId, wires } from "./bodies.ts"
import { answer } from "./child.ts"
import { bodies, rotation, type Size } from "./inputs.ts"
import { clientKey } from "./models.ts"
import { textOf, type WireClient, wireClient } from "./wire-client.ts"

/** Which requests are sent, and where. */
export interface Requests {
  readonly port: number
  readonly format: FormatId
  readonly size: Size
  readonly model: string
  readonly stream: boolean
}

/** Requests, how many of them, over how many connections. */
export interface Load extends Requests {
  readonly count: number
  readonly connections: number
}

const printed = new Map<string, readonly Buffer[]>()

const print = ({ format, size, model, stream, port }: Requests): readonly Buffer[] => {
  const name = JSON.stringify([format, size, model, stream, port])
  const known = printed.get(name)
  if (known !== undefined) return known
  const { path, head: own } = wires[format]
  const line = `POST ${path(model, stream)} HTTP/1.1\r\nhost: 127.0.0.1:${port}`
  const head = `${line}\r\n${own(clientKey)}\r\naccept: application/json\r\n`
  const requests = bodies(size, format, model, stream).map((body) => {
    const length = Buffer.byteLength(body)
    return Buffer.from(
      `${head}user-agent: bench\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`
    )
  })
  printed.set(name, requests)
  return requests
}

const open = new Map<number, WireClient[]>()

const clients = async (port: number, count: number): Promise<readonly WireClient[]> => {
  const there = open.get(port) ?? []
  open.set(port, there)
  while (there.length < count) there.push(await wireClient(port))
  return there.slice(0, count)
}

const request = (requests: readonly Buffer[], turn: number): Buffer => requests[turn % rotation] ?? Buffer.alloc(0)

const run = async (load: Load): Promise<{ readonly failures: number; readonly bytes: number }> => {
  const requests = print(load)
  const all = await clients(load.port, load.connections)
  let turn = 0
  let failures = 0
  let bytes = 0
  await Promise.all(
    all.map(async (client) => {
      while (turn < load.count) {
        const got = await client.send(request(requests, turn++), false)
        bytes += got.bytes
        if (got.status !== 200) failures++
      }
    })
  )
  return { failures, bytes }
}

let held: Promise<readonly number[]> | undefined

/** Starts streams on as many connections and answers when bytes came on each. */
const hold = async (load: Load): Promise<void> => {
  const requests = print(load)
  const all = await clients(load.port, load.connections)
  const statuses: Promise<number>[] = []
  await Promise.all(
    all.map(
      (client, index) =>
        new Promise<void>((resolve) => {
          client.onBody = resolve
          statuses.push(client.send(request(requests, index), false).then(({ status }) => status))
        })
    )
  )
  for (const client of all) client.onBody = () => undefined
  held = Promise.all(statuses)
}

const table = {
  /** Sends all, and counts what was not a 200. */
  run,
  /** One request, and its whole answer. */
  once: async (requests: Requests) => {
    const client = await wireClient(requests.port)
    const prepared = request(print(requests), 1)
    const got = await client.send(prepared, true)
    client.close()
    return {
      status: got.status,
      text: textOf(got),
      sent: prepared.toString().split("\r\n\r\n").slice(1).join("\r\n\r\n")
    }
  },
  hold,
  /** Waits until the held streams have ended; gives how many were not a 200. */
  finish: async () => (await held)?.filter((status) => status !== 200).length ?? 0,
  /** Closes the connections to a port. */
  close: (port: number) => {
    for (const client of open.get(port) ?? []) client.close()
    open.delete(port)
  }
}

/** What the load client can be asked. */
export type LoadAnswers = typeof table

answer(table)
