/** Where something is known from: an SDK's types, where the words stand; or a page, whose it is, and its month. */
export type Source =
  | { readonly types: string }
  | {
      readonly page: string
      readonly by: "vendor" | "public thread"
      /** When it was read, of a thread when it was written; `undated` where nobody noted that. */
      readonly month: string
    }

/** A page of the vendor's. */
export const vendors = (page: string, month: string): Source => ({ page, by: "vendor", month })
/** A page of others. */
export const others = (page: string, month: string): Source => ({ page, by: "public thread", month })
/** A thread on GitHub, by its path there. */
export const thread = (path: string, month: string): Source => others(`https://github.com/${path}`, month)
