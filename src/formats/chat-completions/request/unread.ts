import { checkMembers, checks, has, isCount, isFlag, isText } from "../../../core/reading/checks.ts"
import type { Root } from "./root.ts"

/** Members that cross unread, and what must hold of them where they are there. */
const unread = checks({
  parameters: has({
    incremental_output: isFlag,
    enable_search: isFlag,
    search_options: has({ region: isText, recency_days: isCount }),
    asr_options: has({ language: isText })
  })
})

/** Checks the members of a body that cross unread. */
export const checkUnread = ({ reader, body }: Root): void => checkMembers(reader, body, "", unread)
