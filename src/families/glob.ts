/**
 * Whether an id matches a glob, in which `*` stands for any characters and everything else for itself. The work is at
 * most the product of both lengths, whatever they hold.
 */
export const matches = (glob: string, id: string): boolean => {
  let at = 0
  let star = -1
  let resume = 0
  for (let read = 0; read < id.length;) {
    if (at < glob.length && glob[at] === "*") {
      star = at++
      resume = read
    } else if (at < glob.length && glob[at] === id[read]) {
      at++
      read++
    } else if (star >= 0) {
      at = star + 1
      read = ++resume
    } else return false
  }
  while (glob[at] === "*") at++
  return at === glob.length
}

/** Whether a glob stands for more than one id. */
export const isGlob = (glob: string): boolean => glob.includes("*")
