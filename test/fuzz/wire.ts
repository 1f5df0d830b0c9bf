import { connect } from "node:net"
import { Patience, pause } from "./patience.ts"

/** An answer as it stood on the wire. */
export interface WireAnswer {
  readonly status: number
  readonly head: string
  readonly body: string
  /** Whether all of the body is there, by its length or its last chunk. */
  readonly whole: boolean
}

/** The milliseconds of the processor that this process has used. */
const used = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Sends bytes on a connection of their own, and gives what came back until its end, each character a byte. */
export const exchange = (port: number, bytes: Uint8Array, idle?: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
    let told = ""
    const done = (text: string | undefined): void => {
      clearInterval(looking)
      socket.destroy()
      resolve(text)
    }
    const patience = new Patience(used())
    const looking = setInterval(() => {
      if (patience.isOver(used())) done(undefined)
    }, pause)
    let quiet: NodeJS.Timeout | undefined
    const rest = (): void => {
      if (idle === undefined) return
      clearTimeout(quiet)
      quiet = setTimeout(() => socket.end(), idle)
    }
    socket.on("connect", () => {
      socket.write(bytes)
      rest()
    })
    socket.on("data", (piece: Buffer) => {
      told += piece.toString("latin1")
      rest()
    })
    socket.on("end", () => done(told))
    socket.on("error", () => done(told))
    socket.on("close", () => done(told))
  })

/** The answers in a text of the wire; undefined where something else stands there. */
export const answersIn = (text: string): readonly WireAnswer[] | undefined => {
  const answers: WireAnswer[] = []
  let rest = text
  while (rest !== "") {
    const end = rest.indexOf("\r\n\r\n")
    const [, status] = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n/.exec(rest) ?? []
    if (status === undefined || end < 0) return undefined
    const head = rest.slice(0, end + 2)
    const behind = rest.slice(end + 4)
    if (Number(status) < 200) {
      rest = behind
      continue
    }
    const { body, length, whole } = bodyOf(head, behind)
    answers.push({ status: Number(status), head, body, whole })
    rest = behind.slice(length)
  }
  return answers
}

const bodyOf = (
  head: string,
  behind: string
): { readonly body: string; readonly length: number; readonly whole: boolean } => {
  if (/\r\ntransfer-encoding: chunked\r\n/i.test(head)) return chunkedBody(behind)
  const stated = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]
  const length = stated === undefined ? behind.length : Number(stated)
  return { body: behind.slice(0, length), length, whole: behind.length >= length }
}

const chunkedBody = (text: string): ReturnType<typeof bodyOf> => {
  let body = ""
  for (let at = 0; ;) {
    const line = /^([0-9a-f]+)\r\n/i.exec(text.slice(at, at + 20))
    if (line === null) return { body, length: text.length, whole: false }
    const size = Number.parseInt(line[1] ?? "", 16)
    const from = at + line[0].length
    if (size === 0) return { body, length: from + 2, whole: text.slice(from, from + 2) === "\r\n" }
    body += text.slice(from, from + size)
    at = from + size + 2
  }
}
