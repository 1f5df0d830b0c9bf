export { type ExpressErrorHandler, type ExpressHandler, type Next, toExpress } from "./hosts/express.ts"
