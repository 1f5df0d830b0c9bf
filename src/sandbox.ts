export { make } from "./sandbox/make.ts"
export type { Sandbox, SandboxOptions } from "./sandbox/make.ts"
export type { Behaviour, SandboxModel, Vendor } from "./sandbox/models.ts"
