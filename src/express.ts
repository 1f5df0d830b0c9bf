export { type ExpressErrorHandler, type ExpressHandler, type NextHandler, toExpress } from "./hosts/frameworks.ts"
