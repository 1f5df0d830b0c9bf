export { routes } from "./gateway/routes.ts"
