import type { Socket } from "node:net"

/** How an answer begins that says no more than that one will come, and the one such that is an answer. */
const begins = Buffer.from("HTTP/1.1 1")
const switches = Buffer.from("HTTP/1.1 101")
const ends = Buffer.from("\r\n\r\n")

/** The most bytes that are held of such a head. */
const most = 16 * 1024

/**
 * Takes answers such as `100 Continue` out of what a socket reads. Whoever sends one unasked means no harm
 * (https://www.rfc-editor.org/rfc/rfc9110#section-15.2), but undici gives up the connection. They stand between a
 * request and its answer: nothing else is looked at.
 */
export const withoutInterim = <S extends Socket>(socket: S): S => {
  const read = socket.read.bind(socket)
  const write = socket.write.bind(socket)
  /** Whether the head of an answer is awaited, and what came of it. */
  let awaited = false
  let held: Buffer | undefined
  const next = (size?: number): Buffer | null => {
    for (;;) {
      const said: unknown = read(size)
      const piece = Buffer.isBuffer(said) ? said : null
      if (!awaited || piece === null) return piece
      const all = held === undefined ? piece : Buffer.concat([held, piece])
      held = undefined
      const rest = behindInterim(all)
      if (rest === undefined && all.length <= most) held = all
      else if (rest === undefined || rest.length > 0) {
        awaited = false
        return rest ?? all
      }
    }
  }
  return Object.assign(socket, {
    read: next,
    write: (...said: Parameters<typeof write>) => {
      awaited = true
      return write(...said)
    }
  })
}

/** What stands behind all such answers; undefined where it cannot be known yet. */
const behindInterim = (bytes: Buffer): Buffer | undefined => {
  let rest = bytes
  for (;;) {
    const start = rest.subarray(0, begins.length)
    if (!begins.subarray(0, start.length).equals(start)) return rest
    const end = rest.indexOf(ends)
    if (rest.length === 0 || rest.subarray(0, switches.length).equals(switches)) return rest
    if (end < 0) return undefined
    rest = rest.subarray(end + ends.length)
  }
}
