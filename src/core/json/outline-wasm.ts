import { jsonLimits } from "./json.ts"
import { asciiIn, type OutlineWalk, type UnreadLists } from "./outline.ts"
import { longestNumeral } from "./value.ts"

/** A number that script and program share. */
interface Shared {
  value: number
}

/** What the program of outline.wat exports; its comments say what each is. */
interface Walker {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly begin: (depth: number, members: number, numeral: number) => void
  readonly walk: (length: number) => number
  readonly from: Shared
  readonly to: Shared
  readonly at: Shared
  readonly level: Shared
  readonly inside: Shared
  readonly most: Shared
}

/** Of what every runtime has by this name, what is used here. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: Walker }
}

/** Where the text stands in its memory, what stands behind it, and how long it may be. */
const start = 1024
const zeros = 16
const longest = 1024 * 1024

const firstsAt = 256
const closingAt = 512

/** A program that is ready, and all of its memory. */
interface Ready {
  readonly walker: Walker
  readonly memory: Uint8Array
  /** Whose tables stand in the memory. */
  unread: UnreadLists | undefined
}

let ready: Ready | undefined | "nowhere"

/** The program, made when it is first asked for; undefined where a runtime makes none of bytes, as Workers do. */
const programOf = (): Ready | undefined => {
  if (ready === undefined) {
    try {
      const module = new WebAssembly.Module(Uint8Array.from(atob(program), (byte) => byte.charCodeAt(0)))
      const walker = new WebAssembly.Instance(module).exports
      ready = { walker, memory: new Uint8Array(walker.memory.buffer), unread: undefined }
    } catch {
      ready = "nowhere"
    }
  }
  return ready === "nowhere" ? undefined : ready
}

/** The walk of outline.wat, which takes half as long; undefined where there is no WebAssembly, or for a text of more than 1 MiB. */
export const walkInWasm: OutlineWalk = (bytes, unread, found) => {
  const { length } = bytes
  const made = length > longest ? undefined : programOf()
  if (made === undefined) return undefined
  const { walker, memory } = made
  if (made.unread !== unread) {
    memory.set(unread.deepestBySlot)
    memory.set(unread.firsts, firstsAt)
    made.unread = unread
  }
  memory[closingAt] = 0
  memory.set(bytes, start)
  memory.fill(0, start + length, start + length + zeros)
  walker.begin(jsonLimits.depth, jsonLimits.members, longestNumeral)
  if (memory[start + walker.at.value] !== openObject) return false
  let list = 0
  let standIn: string | undefined
  for (;;) {
    switch (walker.walk(length)) {
      case 0:
        return false
      case 1:
        return true
      case 2:
        if (unread.asks(bytes, walker.from.value, walker.to.value, walker.level.value)) return false
        break
      case 3: {
        const key = asciiIn(bytes, walker.from.value, walker.to.value)
        standIn = unread.standIn(key)
        list = walker.at.value
        walker.most.value = unread.mostItems(key)
        walker.inside.value = standIn === undefined ? 0 : 1
        break
      }
      case 4:
        if (unread.asksFor(bytes, walker.from.value)) return false
        break
      case 5:
        found(list, walker.at.value, standIn ?? "")
    }
  }
}

const openObject = 123

/** What `outline.wat` is as a module of WebAssembly, in Base64; written by its test. */
const program =
  "AGFzbQEAAAABEwNgAX8Bf2ADf39/AGADf39/AX8DDQwAAQAAAAIAAAACAAAFAwEAEQY9DH8BQQALfwFBAAt/AUEAC38BQQALfwFBAAt/AUEAC38BQQALfwFBAAt/AUEAC38BQQALfwFBAAt/AUEACwdCCQZtZW1vcnkCAARmcm9tAwACdG8DAQVsZXZlbAMCAmF0AwMGaW5zaWRlAwQEbW9zdAMFBWJlZ2luAAEEd2FsawALCsALDAgAIAAtAIAICyQAIAAkCSABJAogAiQLQQAQAiQDQQAkAkEAJARBACQHQQEkCAs6AQF/A0AgABAAIQEgAUEgTQRAIAFBIEYgAUEKRnIgAUENRiABQQlGcnIEQCAAQQFqIQAMAgsLCyAACzsBAX8DQCAAEAAhASABQSJGBEAgAA8LIAFBIE0gAUH/AE9yIAFB3ABGcgRAQX8PCyAAQQFqIQAMAAsAC6cBAwF/AXsBfwNAIAD9AACACCECIAL9DCAgICAgICAgICAgICAgICD9JiAC/QwiIiIiIiIiIiIiIiIiIiIi/SMgAv0MXFxcXFxcXFxcXFxcXFxcXP0j/VD9UP1kIQEgAUUEQCAAQRBqIQAMAQsgACABaGohACAAEAAhAyADQSJGBEAgAEEBag8LIANB3ABHBEBBfw8LIABBAWoQByEAIABBAE4NAAtBfwsNACAAIAFrIAIgAWtNCwwAIAAQAEEwQTkQBQvlAQEEfyAAEAAhASABQfUARgRAIABBBGohAwNAIABBAWohACAAEAAhASABQTBBORAFBEAgAUEwayEEBSABQSByQdcAayEEIARBCkEPEAVFBEBBfw8LCyACQQR0IARyIQIgACADSQ0ACyACQS1GIAJBLkZyIAJB3wBGciACQTBBOhAFIAJBwQBB2gAQBSACQeEAQfoAEAVycnIEQEF/DwsgAEEBag8LIAFBIkYgAUEvRnIgAUHcAEYgAUHiAEZyciABQeYARiABQe4ARnIgAUHyAEYgAUH0AEZycnIEQCAAQQFqDwtBfwsXAANAIAAQBgRAIABBAWohAAwBCwsgAAsNACAAIAFGIAAgAkZyC4kCAQJ/IAAhASAAKACACEH05NWrBkYEQCAAQQRqIQELIAAoAIAIQe7qseMGRgRAIABBBGohAQsgACgAgAhB5sKxmwdGIABBBGoQAEHlAEZxBEAgAEEFaiEBCyABIABGBEAgARAAQS1GBEAgAUEBaiEBCyABEAZFBEBBfw8LIAEQAEEwRgRAIAFBAWohAQUgARAIIQELIAEQAEEuRgRAIAFBAWoQCCECIAIgAUEBakYEQEF/DwsgAiEBCyABEABB5QBBxQAQCQRAIAFBAWohASABEABBK0EtEAkEQCABQQFqIQELIAEQCCECIAIgAUYEQEF/DwsgAiEBCyABIABrIwtLBEBBfw8LCyABC7wEAQZ/IwMhASMCIQIjCCEDAkADQAJAAkACQAJAIAMOAwABAgMLIAItAIAEQf0ARgRAIAEQAEEiRwRAQQAPCyABQQFqIQYgBhADIQQgBEEASARAQQAPCyAEQQFqEAIhASABEABBOkcEQEEADwsgAUEBahACIQEjBARAIAJB/wEgBCAGa0EfbCAGEABBIHJqcS0AAE0EQCAGJAAgBCQBQQIhBUEBIQMMBwsFIAJBAUYgARAAQdsARnEEQCABQQFqEAIQAEHdAEcEQCAGJAAgBCQBQQEkBkEDIQVBASEDDAgLCwsLCyABEAAhBSAFQSJGBEAjBARAIAFBAWoQAEEgci0AgAIEQCABQQFqJABBBCEFQQIhAwwGCwsFIAVB+wBB2wAQCQRAIAJBAWohAiACIwlLBEBBAA8LIAIgBUECajoAgAQgAUEBahACIQEgARAAIAVBAmpHBEBBACEDDAULBSABEAohASABQQBIBEBBAA8LCwwCCwsgAUEBahAEIQEgAUEASARAQQAPCwsgARACIQEDQCACQQBHIAEQACACLQCABEZxBEAgAUEBaiEBIAJBAWshAiACQQFGIwRxBEBBACQEQQUhBUEDIQMMBAsgARACIQEMAQsLIAJFBEAgASAARg8LIAEQAEEsRwRAQQAPCyMHQQFqJAcjByMKSwRAQQAPCyACQQJGIwRxBEAjBkEBaiQGIwYjBUsEQEEADwsLIAFBAWoQAiEBQQAhAwwACwsgASQDIAIkAiADJAggBQs="
