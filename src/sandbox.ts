export { make } from "./sandbox/make.ts"
export type { Sandbox, SandboxOptions } from "./sandbox/make.ts"
export type { Behaviour } from "./sandbox/model.ts"
export type { SandboxModel, Vendor } from "./sandbox/models.ts"
