import type { RealPart } from "./parts.ts"

/** What the machine can do; a value, so that tests need not change the machine they run on. */
export interface Machine {
  /** The parts among these that are not there. */
  readonly missing: (parts: readonly RealPart[]) => readonly RealPart[]
  /** Whether packages can be installed here without asking anyone. */
  readonly installs: boolean
  /** Tries once to install packages; whether it worked. */
  readonly install: (packages: readonly string[]) => boolean
  readonly say: (line: string) => void
}

const attempts = 3

const named = (parts: readonly RealPart[]): string => parts.map(({ name }) => name).join(", ")

/** Finds the parts, else installs them, else names them; the exit status, which is 0 when every part is there. */
export const provide = (parts: readonly RealPart[], machine: Machine): 0 | 1 => {
  let absent = machine.missing(parts)
  for (let attempt = 1; machine.installs && absent.length > 0 && attempt <= attempts; attempt += 1) {
    machine.say(`installing ${named(absent)} (attempt ${attempt} of ${attempts})`)
    if (machine.install(absent.flatMap(({ packages }) => packages))) absent = machine.missing(absent)
  }
  if (absent.length === 0) {
    machine.say(parts.length === 0 ? "tests need no real parts beside npm's packages" : `found: ${named(parts)}`)
    return 0
  }
  for (const { name, packages, suites } of absent) {
    machine.say(`missing: ${name} (Debian: ${packages.join(" ")}), without which ${suites.join(", ")} cannot run`)
  }
  return 1
}
