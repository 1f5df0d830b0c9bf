export {
  type FastifyErrorHandler,
  type FastifyHandler,
  type FastifyPlugin,
  type FastifyReply,
  type FastifyRequest,
  type FastifyScope,
  toFastify
} from "./hosts/frameworks.ts"
