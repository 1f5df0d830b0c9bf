import { badRequest } from "../exchange/client-errors.ts"
import { crossing, type Job } from "../exchange/offload.ts"
import { fail, succeed } from "../core/errors/invalid.ts"
import type { ConversationLink } from "../core/history.ts"
import { stringifyJson } from "../core/json/json.ts"
import { listedItem, listedItems } from "../formats/responses/listed-items.ts"
import { countParameter, type QueryValues, textParameter, wordParameter } from "./query.ts"

/** What to include, in both spellings of a list. All is shown whatever it names. */
const included = { ...textParameter, description: "What to show besides: all is shown whatever it names." }

/** What is shown of what was kept, by the names of a query. */
export const includedQuery = { include: included, "include[]": included } as const

/** Which page of a list is asked for. */
export const inputItemsQuery = {
  ...includedQuery,
  limit: countParameter({ minimum: 1, maximum: 100, absent: 20 }, "must be a whole number from 1 to 100"),
  order: wordParameter(["asc", "desc"], "desc"),
  after: { ...textParameter, description: "The id of the last item of the page before." }
} as const

/** A page of what a response was an answer to. */
interface InputItemsPage extends Pick<QueryValues<typeof inputItemsQuery>, "limit" | "order" | "after"> {
  readonly links: readonly ConversationLink[]
}

/**
 * The page of items that a query asks for, of which alone all is read. Fails where `after` names none. However ids of items
 * are repeated or left out: who goes on behind the last one of each page reads each item once.
 */
export const inputItemsJob: Job<InputItemsPage, string | Uint8Array> = {
  name: "response-input-items/list",
  *run({ links, limit, order, after }) {
    yield
    const items = yield* listedItems(links)
    const ordered = order === "desc" ? items.toReversed() : items
    const from = after === null ? 0 : ordered.findIndex(({ id }) => id === after) + 1
    if (after !== null && from === 0)
      return fail(badRequest("/after", "`after` must be the id of an item of this response."))
    yield
    const shown = ordered.slice(from, from + limit)
    const page = {
      object: "list",
      data: shown.map(listedItem),
      first_id: shown.at(0)?.id ?? null,
      last_id: shown.at(-1)?.id ?? null,
      has_more: from + limit < ordered.length
    }
    yield
    return succeed(crossing(stringifyJson(page)))
  }
}
