/** The suites that `npm run check` leaves to `npm test`: they build, spawn processes or wait on sockets for long. */
export const longSuites: readonly string[] = ["test/package/**", "test/setup/**", "test/faults/**", "test/sdk/**"]

/** How many times as often each law is tried by `npm run test:long`. */
export const longRuns = 50
