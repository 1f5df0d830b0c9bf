/** How many events a streamed answer of the upstream has. */
export const streamEvents = 200
