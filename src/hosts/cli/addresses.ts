const everywhere: ReadonlySet<string> = new Set(["0.0.0.0", "::"])

/** Whether a host to listen on means all addresses of the machine. */
export const isEverywhere = (host: string): boolean => everywhere.has(host)
