import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { walkInScript } from "../../src/core/json/outline.ts"
import { walkInWasm } from "../../src/core/json/outline-wasm.ts"
import { OutlineWalks } from "../../src/exchange/offload.ts"
import { layerWasmWalk } from "../../src/node.ts"

describe("long bodies are walked over", () => {
  it("in script where nothing else is said, as runtimes without WebAssembly must", () =>
    expect(Effect.runSync(Effect.service(OutlineWalks))).toEqual([walkInScript]))

  it("in WebAssembly on Node, and in script where that cannot be", () =>
    expect(Effect.runSync(Effect.provide(Effect.service(OutlineWalks), layerWasmWalk))).toEqual([
      walkInWasm,
      walkInScript
    ]))
})
