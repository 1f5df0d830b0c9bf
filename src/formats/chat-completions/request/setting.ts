import type { Request } from "../../../words/chat.ts"
import type { Draft } from "../draft.ts"
import type { Root } from "./root.ts"

/** Reads one or more members of a request body into its fields. */
export type Setting = (root: Root, request: Draft<Request>) => void
