import { toNodeHandler } from "../../../src/node.ts"
import { gatewayAt } from "../gateway.ts"
import { listening, type Subject } from "./subject.ts"

export const node: Subject = {
  name: "node:http",
  open: (upstream) => {
    const gateway = gatewayAt(upstream, (request) => fetch(request))
    return listening(toNodeHandler(gateway), "", () => gateway.dispose())
  }
}
