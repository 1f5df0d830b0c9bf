import { crowdClient } from "../faults/gateway/crowd-client.ts"
import { answer } from "./child.ts"

/** A flood: how many streams, by whose key, and at which nodes in turns. */
export interface Flood {
  readonly urls: readonly string[]
  readonly key: string
  readonly model: string
  readonly streams: number
}

const leaving: (() => Promise<void>)[] = []

const table = {
  /** Opens streams, all at once, each on a connection of its own. */
  flood: ({ urls, key, model, streams }: Flood) => {
    for (const url of urls) {
      const client = crowdClient(url, key)
      leaving.push(client.leave)
      void client.flood(model, "flood", streams / urls.length)
    }
  },
  /** Closes all of them. */
  leave: async () => {
    await Promise.all(leaving.splice(0).map((leave) => leave()))
  }
}

/** What a crowd of clients can be asked. */
export type ClientAnswers = typeof table

answer(table)
