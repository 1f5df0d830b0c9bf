import type { ServerResponse } from "node:http"

/** The longest time between two looks at whether a client reads, in milliseconds. */
const longest = 1000

/**
 * Ends the connection of a client that took nothing of what waits for it for `stalled` milliseconds, counted from the
 * last byte that it took; at most two looks later. What comes back ends the watch. Node's clock of a socket starts anew,
 * unheard, where something was taken before it ran out: whoever hears it later than it was set for knows that.
 */
export const watchReader = (response: ServerResponse, stalled: number): (() => void) => {
  const { socket } = response
  if (socket === null) return nothing
  const step = Math.min(longest, stalled / 4)
  let set = performance.now()
  let since = set
  const onTimeout = (): void => {
    const now = performance.now()
    if (now - set >= 1.5 * step) since = now - step
    if (now - since >= stalled) return void socket.destroy()
    set = now
    socket.setTimeout(step)
  }
  response.on("timeout", onTimeout)
  socket.setTimeout(step)
  return () => {
    response.off("timeout", onTimeout)
    socket.setTimeout(0)
  }
}

const nothing = (): void => undefined
