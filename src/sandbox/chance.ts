import { digest } from "./digest.ts"

/** A log probability between -0.9 and 0 that depends on the token alone. */
export const chanceOf = (token: string): number => -(digest(token, 1).charCodeAt(0) % 90) / 100
