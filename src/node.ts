export { attach, type NodeHandler, type NodeOptions, toNodeHandler } from "./hosts/node.ts"
export { layerUndici } from "./upstream/undici.ts"
