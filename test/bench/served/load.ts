import { type ServedId, wires } from "../bodies.ts"
import { answer } from "../child.ts"
import { bodies, type Size } from "../inputs.ts"
import { clientKey } from "../models.ts"
import { textOf, type WireClient, wireClient } from "./wire-client.ts"

/** Which requests are sent, and where. */
export interface Requests {
  readonly port: number
  readonly format: ServedId
  readonly size: Size
  readonly model: string
  readonly stream: boolean
  /** Lines of the head besides those of the format. */
  readonly head: string
}

/** Requests over so many connections. */
export interface Load extends Requests {
  readonly connections: number
}

/** How many different texts are sent: no cache that is keyed by a text helps, and the largest fit into memory. */
const rotation = ({ size }: Requests): number => (size === "10 MB" ? 2 : size === "1 MB" ? 8 : 64)

const printed = new Map<string, readonly Buffer[]>()

const print = (asked: Requests): readonly Buffer[] => {
  const { format, size, model, stream, port, head: more } = asked
  const name = JSON.stringify([format, size, model, stream, port, more])
  const known = printed.get(name)
  if (known !== undefined) return known
  printed.clear()
  const { path, head: own } = wires[format]
  const line = `POST ${path(model, stream)} HTTP/1.1\r\nhost: 127.0.0.1:${port}`
  const head = `${line}\r\n${own(clientKey)}\r\n${more}accept: application/json\r\n`
  const requests = bodies({ size, format, model, stream }, rotation(asked)).map((body) => {
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

const request = (requests: readonly Buffer[], turn: number): Buffer =>
  requests[turn % requests.length] ?? Buffer.alloc(0)

/** What a load came to. */
export interface Loaded {
  readonly answered: number
  readonly failures: number
}

/** Asks on all connections, again and again for so many milliseconds, and waits for what is under way. */
const run = async ({ ms, ...load }: Load & { readonly ms: number }): Promise<Loaded> => {
  const requests = print(load)
  const all = await clients(load.port, load.connections)
  const end = performance.now() + ms
  let turn = 0
  let failures = 0
  await Promise.all(
    all.map(async (client) => {
      do {
        const got = await client.send(request(requests, turn++), false)
        if (got.status !== 200) failures++
      } while (performance.now() < end)
    })
  )
  return { answered: turn, failures }
}

/** Asks for so many streams, and counts those whose text is not the first one's: ids and times apart, all are the same. */
const whole = async ({ count, ...load }: Load & { readonly count: number }): Promise<Loaded> => {
  const requests = print(load)
  const all = await clients(load.port, load.connections)
  const events = (text: string): string => text.replace(/"(?:id|created)":(?:"[^"]*"|\d+)/g, "")
  let [turn, failures] = [0, 0]
  let first: string | undefined
  await Promise.all(
    all.map(async (client) => {
      while (turn++ < count) {
        const got = events(textOf(await client.send(request(requests, 0), true)))
        first ??= got
        if (got !== first) failures++
      }
    })
  )
  return { answered: count, failures }
}

/** Asks once on each of so many connections, all at once; gives the milliseconds until the first byte of each body. */
const burst = async (load: Load): Promise<Loaded & { readonly first: readonly number[] }> => {
  const requests = print(load)
  const all = await clients(load.port, load.connections)
  const began = performance.now()
  const first: number[] = []
  const statuses = await Promise.all(
    all.map(async (client, index) => {
      const came = (): void => {
        first[index] ??= performance.now() - began
        client.onBody = () => undefined
      }
      client.onBody = came
      const { status } = await client.send(request(requests, index), false)
      came()
      return status
    })
  )
  return { answered: statuses.length, failures: statuses.filter((status) => status !== 200).length, first }
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
  run,
  whole,
  burst,
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
