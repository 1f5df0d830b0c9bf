import * as Context from "effect/Context"
import { ChatModels } from "../capabilities/models.ts"
import { fail, succeed } from "../core/errors/invalid.ts"
import type { ResponseDefaults } from "../core/format.ts"
import { answering } from "./answering.ts"
import { clientOf } from "./client.ts"
import type { Reading, Reply } from "./exchange.ts"
import { unknownModel } from "./find-model.ts"
import { crossing, type Job, short } from "./offload.ts"
import type { Policy } from "./policies.ts"
import type { ChatWire } from "./wire.ts"

/** What a whole answer is told of. */
export interface Replying {
  readonly policy: Policy
  readonly stamp: ResponseDefaults
  /** The id that the client asked for. */
  readonly model: string
  readonly reading: Reading
  readonly body: Uint8Array
  /** Whether the client wants a stream all the same. */
  readonly stream: boolean
}

/** An upstream's whole answer as its client wants it. */
export const replying = (wire: ChatWire): Job<Replying, Reply, ChatModels> => ({
  name: `${wire.endpoint}/reply`,
  *run({ policy, stamp, model: id, reading, body, stream }, services) {
    const model = Context.get(services, ChatModels).find(id)
    if (model === undefined) return fail(unknownModel(id))
    yield
    const { reply, unfold } = answering(clientOf(wire, policy, stamp), model, reading)
    const told = stream ? unfold(body) : reply(body)
    return told.ok && told.value.body.length > short ? succeed(inBytes(told.value)) : told
  }
})

const inBytes = (reply: Reply): Reply => ({ ...reply, body: crossing(reply.body) })
