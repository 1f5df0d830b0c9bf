import * as Layer from "effect/Layer"
import { walkInScript } from "../core/json/outline.ts"
import { walkInWasm } from "../core/json/outline-wasm.ts"
import { OutlineWalks } from "../exchange/offload.ts"

/**
 * Walks over long bodies whose lists pass unread in WebAssembly, which takes 0.4 of what a walk in script does: for
 * runtimes that make programs of bytes, as Node, Bun and Deno do, and Workers do not. One of a gateway's `layers`.
 */
export const layerWasmWalk: Layer.Layer<never> = Layer.succeed(OutlineWalks)([walkInWasm, walkInScript])
