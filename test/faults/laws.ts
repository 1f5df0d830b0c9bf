import assert from "node:assert/strict"
import type { Delivered } from "./laws/delivered.ts"
import { secretIn } from "./laws/secrets.ts"
import type { ScriptedUpstream } from "./upstream.ts"

export { track } from "./laws/delivered.ts"
export type { Delivered, Run, ToldError } from "./laws/delivered.ts"
export { deliveredByFrames, deliveredBySdk } from "./laws/reading.ts"

/** What the client was told is an exact prefix of what the upstream told: same runs in the same order, the last cut. */
export const exactPrefix = (client: Delivered, upstream: Delivered): void => {
  for (const [at, { track, text }] of client.runs.entries()) {
    const theirs = upstream.runs[at]
    assert.equal(track, theirs?.track, `run ${at} is on another track`)
    const last = at === client.runs.length - 1
    const same = last ? theirs?.text.startsWith(text) : theirs?.text === text
    assert.ok(
      same,
      `run ${at} (${track}) is ${JSON.stringify(text)}, the upstream's is ${JSON.stringify(theirs?.text)}`
    )
  }
}

/** The client was told everything that the upstream told. */
export const everything = (client: Delivered, upstream: Delivered): void => {
  assert.deepEqual(client.runs, upstream.runs)
}

/**
 * The upstream broke before success was certain: the client was told exactly one error and nothing after it, no mark of
 * a whole stream, and no finish reason that the upstream had not sent (by count, since formats name them differently).
 */
export const brokenHonestly = (client: Delivered, upstream: Delivered): void => {
  assert.equal(client.errors.length, 1, "exactly one error")
  assert.equal(client.afterError, 0, "nothing after the error")
  assert.equal(client.ends, 0, "no mark of a whole stream")
  assert.ok(client.finishes.length <= upstream.finishes.length, `a finish reason of its own: ${client.finishes.join()}`)
}

/** The stream ended well: as many finish reasons as the upstream's, no error, `ends` marks (no SDK shows `[DONE]`). */
export const endedWell = (client: Delivered, upstream: Delivered, ends = 1): void => {
  assert.deepEqual(client.errors, [], "no error")
  assert.equal(client.finishes.length, upstream.finishes.length, "finish reasons")
  assert.equal(client.ends, ends, "marks of a whole stream")
}

/** The upstream saw so many requests, each whole, each HTTP, each foreseen by the script. */
export const sawRequests = ({ requests, unscripted }: ScriptedUpstream, count: number): void => {
  assert.deepEqual(
    unscripted.map(({ method, target }) => `${method} ${target}`),
    [],
    "requests that the script did not foresee"
  )
  assert.equal(requests.length, count, "requests")
  for (const { number, complete, problem } of requests) {
    assert.equal(complete, true, `request ${number} is whole`)
    assert.equal(problem, undefined, `request ${number} is HTTP`)
  }
}

/** The peer ended the nth connection (from 1); waits for it, and fails when it does not come. */
export const released = async (upstream: ScriptedUpstream, nth: number): Promise<void> => {
  const { peerEnd } = await upstream.ended(nth)
  assert.ok(peerEnd !== undefined, `the script, not the peer, ended connection ${nth}`)
}

/** No secret, in any of its spellings, stands anywhere in what clients were told. */
export const noSecret = (ledgers: unknown, secrets: readonly string[]): void => {
  assert.equal(secretIn(ledgers, secrets), undefined, "a secret reached a client")
}

/** Every connection to the upstream is closed; waits for it, and fails when one stays open. */
export const allClosed = async (upstream: ScriptedUpstream): Promise<void> => {
  await upstream.until("the close of every connection", () => (upstream.open() === 0 ? true : undefined))
}
