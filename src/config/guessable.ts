/** The fewest characters of a client's key that others than this machine may try: shorter ones are found by trying. */
export const leastKey = 8

/** Whether a name or an address to listen on is reached from this machine alone. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host)

/** What such a key must be where others reach the gateway, to be read after "must". */
export const unguessable = `have at least ${leastKey} characters where other machines reach the gateway.`

/** What is said of keys that are short, where only this machine can send them; nothing where none is. */
export const remarksOnKeys = (keys: readonly string[]): readonly string[] =>
  keys.some(({ length }) => length < leastKey)
    ? [`A key of fewer than ${leastKey} characters is soon guessed: it is taken on a loopback address alone.`]
    : []
