import { readFileSync } from "node:fs"

const most = (buffer: "rmem" | "wmem"): number =>
  Number(readFileSync(`/proc/sys/net/ipv4/tcp_${buffer}`, "utf8").trim().split(/\s+/)[2])

/**
 * Bytes that the kernel may keep of one direction of a connection: what a sender's and a reader's buffer may grow to.
 * What somebody sends to one who does not read is at most this, and what those between them hold.
 */
export const keptByKernel: number = most("wmem") + most("rmem")
