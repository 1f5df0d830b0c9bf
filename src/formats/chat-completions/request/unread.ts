import { checkMembers, memberChecks, objectWith, isCount, isFlag, isText } from "../../../core/reading/member-checks.ts"
import type { Root } from "./root.ts"

/** Members that cross unread, and what must hold of them where they are there. */
const unread = memberChecks({
  parameters: objectWith({
    incremental_output: isFlag,
    enable_search: isFlag,
    search_options: objectWith({ region: isText, recency_days: isCount }),
    asr_options: objectWith({ language: isText })
  })
})

/** Checks the members of a body that cross unread. */
export const checkUnread = ({ reader, body }: Root): void => checkMembers(reader, body, "", unread)
