/** The limits of a gateway for which nobody chose any. */
export const unchosen = {
  upstream: { sockets: 512, queue: 1000, wait: 10, retryAfter: 5 },
  key: { share: 0.75, requests: 2000 },
  connections: { all: 10_000, address: 2500 },
  bodies: { all: 536_870_912, share: 0.75 },
  answers: { whole: 134_217_728, all: 268_435_456, event: 16_777_216, kept: 2_097_152 },
  media: { each: 25_165_824 },
  clocks: { head: 15, body: 120, stall: 60, idle: 65 },
  workers: { threads: 1, queue: 64, clock: 60 },
  logins: { failures: 10, address: 100, account: 100 }
}
