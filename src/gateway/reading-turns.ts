import type { WorkLine } from "../exchange/offload.ts"
import type { AccountTurns } from "../upstream/turns.ts"

/**
 * The turns in which the long bodies of an account are read. While enough of what was read waits to be worked on, the
 * rest stays where it is: a body that is read before anybody can use it takes the thread from others, and memory.
 */
export const readingTurns = (turns: AccountTurns, line: WorkLine | undefined, account: string): AccountTurns =>
  line === undefined
    ? turns
    : {
        begin: () => turns.begin() && !line.isFull(account),
        rest: () => turns.rest(),
        wait: (go) => standIn(turns, line, account, go)
      }

/** Waits for room in the line, then for a turn in which there still is some. */
const standIn = (turns: AccountTurns, line: WorkLine, account: string, go: () => void): (() => void) => {
  let leave = nothing
  const goOn = (): void => (line.isFull(account) ? stand() : go())
  const stand = (): void => {
    if (line.isFull(account)) leave = line.onRoom(account, stand)
    else if (turns.begin()) goOn()
    else leave = turns.wait(goOn)
    turns.rest()
  }
  stand()
  return () => leave()
}

const nothing = (): void => undefined
