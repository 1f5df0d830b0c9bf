import { bearerOf } from "./api.ts"

/** Who sends a request: the key that it shows, and the one that the sandbox wants; undefined: it wants none. */
export interface Asking {
  readonly key: string | undefined
  readonly wantedKey: string | undefined
}

/** Who sends a request, by its bearer token. */
export const askingOf = (headers: Headers, wantedKey: string | undefined): Asking => ({
  key: bearerOf(headers),
  wantedKey
})

/** Whether the key is not the sandbox's. */
export const isStranger = ({ key, wantedKey }: Asking): boolean => wantedKey !== undefined && key !== wantedKey
