import { createContext, runInContext } from "node:vm"
import { listen } from "../../../src/sandbox/listen.ts"
import { bundleOf } from "./bundle.ts"
import type { Subject } from "./subject.ts"
import type { worker } from "./worker.ts"

/** All that a worker finds: what the Web has, and nothing of Node. */
const web = {
  AbortController,
  AbortSignal,
  DOMException,
  Event,
  EventTarget,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  TransformStream,
  URL,
  URLSearchParams,
  Uint8Array,
  WritableStream,
  atob,
  btoa,
  clearInterval,
  clearTimeout,
  console,
  crypto,
  fetch,
  performance,
  queueMicrotask,
  setInterval,
  setTimeout,
  structuredClone
}

/** The bundle of a worker, run where there is no module and no global of Node. */
export const workers: Subject = {
  name: "a bundle without Node",
  open: async (upstream) => {
    const { text } = await bundleOf("./worker.ts")
    const made: typeof worker = runInContext(`${text};program.worker`, createContext({ ...web }))
    const { url, close } = await listen({
      fetch: (request) => made.fetch(request, { UPSTREAM: upstream }),
      models: []
    })
    return { url, close: () => made.dispose().then(close) }
  }
}
