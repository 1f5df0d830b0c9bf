export { type NodeHandler, toNodeHandler } from "./hosts/node.ts"
export { layerUndici } from "./upstream/undici.ts"
