/**
 * Whether an account may hold so much while so much is free: `share / (1 - share)` times as much as that. Alone it comes
 * to `share` of all, and beside others that hold much a newcomer finds room (the dynamic thresholds by which sockets are
 * shared out, too).
 */
export const isWithinShare = (held: number, free: number, share: number): boolean => held * (1 - share) <= free * share
