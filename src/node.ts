export { type AttachOptions, attach, type NodeHandler, type NodeOptions, toNodeHandler } from "./hosts/node.ts"
export { type ConnectionLimits, type ServerClocks, serverOptions } from "./hosts/node-server.ts"
export { layerWasmWalk } from "./exchange/offload.ts"
export { layerUndici } from "./upstream/undici.ts"
