import { wires } from "./bodies.ts"
import { bare, type Running } from "./contestants.ts"
import type { HttpCase } from "./http-cases.ts"
import { wrongAnswer, wrongRequest, wrongStream } from "./shapes.ts"
import { streamEvents } from "./upstream-shape.ts"
import type { Rig } from "./rig.ts"

/** Sends one request of a case and looks at what the upstream got and what the client got; gives what is wrong. */
export const check = async ({ upstream, load }: Rig, server: Running, one: HttpCase): Promise<string | undefined> => {
  const { from: format, size, model, stream } = one
  const got = await load.ask("once", { port: server.port, format, size, model, stream })
  if (got.status !== 200) return `status ${got.status}: ${got.text.slice(0, 200)}`
  const answered = stream ? wrongStream(format, got.text, streamEvents * 0.75) : wrongAnswer(format, got.text)
  if (answered !== undefined || server.name === bare) return answered
  const { path, body } = await upstream.ask("last")
  if (path !== wires[one.to].path(one.sent, stream)) return `the upstream was called at ${path}`
  const passes = one.from === one.to && model === one.sent
  if (passes && body !== got.sent) return "the bytes of the request did not pass"
  if (one.from === one.to && !stream && got.text !== (await upstream.ask("whole", one.to)))
    return "the bytes of the answer did not pass"
  return wrongRequest(one.to, body, one.sent)
}
