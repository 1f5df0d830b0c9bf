/** How a test waits for what must come: the one second that vitest gives it is over too soon on a busy machine. */
export const patience = { timeout: 60_000, interval: 20 }
