/** The suites that `npm run check` leaves to `npm test`: they build, spawn processes or wait on sockets for long. */
export const longSuites: readonly string[] = [
  "package",
  "setup",
  "faults",
  "sdk",
  "clients",
  "cli",
  "examples",
  "hosts",
  "media",
  "tasks",
  "videos",
  "secrets",
  "fuzz"
].map((folder) => `test/${folder}/**`)

/** How many times as often each law is tried by `npm run test:long`. */
export const longRuns = 50
