/**
 * The fault harness: an upstream scripted byte by byte on real sockets, raw and SDK clients, and ledgers of what each
 * of them saw. A case says what the upstream does, what the client does, and which laws hold.
 *
 * Adding a case takes ten lines:
 *
 * 1. Script the upstream: `answers` is a list of answers, one for each request in order (or `when` for a predicate).
 *    Ready ones are in `answers.ts` (`json`, `stream`, `brokenStream`, `redirect`, `never`, …); any other is
 *    `{ steps: [head(200), sse(frames), waitFor(gate), rst] }` of `steps.ts`.
 * 2. Say what is under test: `gateway` starts it on the upstream's URL and gives its own. Without it the clients talk
 *    to the upstream itself.
 * 3. Call it: `raw()` sends exact bytes, `openai()`, `openaiPrevious()`, `anthropic()`, `anthropicPrevious()` are the
 *    official SDKs behind `unary`, `stream` and `helper`.
 * 4. Check the laws over the ledgers. At the end of every case the harness itself checks that no secret reached a
 *    client, that nothing was asked that the script did not foresee, and that every connection is closed.
 *
 * The worked case: an upstream resets in the midst of a stream, once the client has read what was sent.
 *
 * ```ts
 * it("tells one error when the upstream resets", () => {
 *   const told = goldenChat.frames.slice(0, 6)
 *   const read = gate()
 *   const answers = [brokenStream(goldenChat.frames, { how: "rst", frames: 6, after: read })]
 *   return faultCase({ answers, gateway }, async (parts) => {
 *     const client = await parts.raw()
 *     await client.send(post("/v1/chat/completions", { ...chatBody, stream: true }))
 *     await client.until("the last text", ({ responses }) => responses[0]?.text.includes("Zürich") || undefined)
 *     read.open()
 *     const { text } = await client.response(1)
 *     const delivered = deliveredByFrames("chat-completions", readFrames(text).frames)
 *     exactPrefix(delivered, deliveredByFrames("chat-completions", told))
 *     brokenHonestly(delivered, deliveredByFrames("chat-completions", told))
 *     sawRequests(parts.upstream, 1)
 *   })
 * })
 * ```
 *
 * Prefer gates to timers: a test never asserts how long something took, only what happened before what.
 */
export * from "./answers.ts"
export type { Bytes } from "./bytes.ts"
export { faultCase } from "./fault-case.ts"
export type { FaultCase, Gateway, Parts, StartGateway } from "./fault-case.ts"
export { printFrame, printFrames, readFrames } from "./frames.ts"
export type { Frame } from "./frames.ts"
export { chatAnswer, chatFrames, goldenChat, shortChat } from "./golden/chat-completions.ts"
export type { ChatDelta } from "./golden/chat-completions.ts"
export type { FormatId, Golden, ToldCall } from "./golden/golden.ts"
export { goldenMessages, messagesAnswer, messagesFrames, shortMessages } from "./golden/messages.ts"
export type { MessagesUsage } from "./golden/messages.ts"
export { valuesOf } from "./http-head.ts"
export type { Header } from "./http-head.ts"
export * from "./laws.ts"
export { rawClient } from "./raw-client.ts"
export type { Leave, RawClient, RawOptions } from "./raw-client.ts"
export type { RawEnd, RawLedger, RawResponse, Read } from "./raw-ledger.ts"
export { get, post, postChunked } from "./requests.ts"
export type { Scripted } from "./script.ts"
export * from "./sdk-clients.ts"
export * from "./steps.ts"
export type { PeerEnd, SeenConnection, SeenRequest } from "./upstream-ledger.ts"
export { scriptUpstream } from "./upstream.ts"
export type { ScriptedUpstream } from "./upstream.ts"
export { keptByKernel } from "./kernel.ts"
export { gate, patience, settled } from "./watch.ts"
export type { Gate } from "./watch.ts"
