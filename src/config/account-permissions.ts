import { type Permissions, permitted } from "../credentials/principal.ts"
import { groupItems } from "../core/collections.ts"
import type { AccountSettings } from "./configuration.ts"
import type { File } from "./schema.ts"

type Keys = readonly File["keys"][number][]

/** Accounts with what each may call: what is said of it, else what its keys may call, taken together. */
export const withPermissions = (accounts: readonly AccountSettings[], keys: Keys): readonly AccountSettings[] => {
  const keysOf = groupItems(keys, ({ name }) => name)
  return accounts.map((account) => ({
    ...permissionsOf(account, keysOf.get(account.name ?? account.username) ?? []),
    ...account
  }))
}

const permissionsOf = ({ models }: AccountSettings, own: Keys): Permissions => {
  if (own.length === 0 || models !== undefined) return {}
  const together = own.some((key) => key.models === undefined) ? {} : { models: own.flatMap((key) => key.models ?? []) }
  const routing = own.some((key) => permitted(key).routing === true)
  return routing === permitted(together).routing ? together : { ...together, routing }
}
