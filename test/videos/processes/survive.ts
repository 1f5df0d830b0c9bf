import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { RunningGateway } from "../../../src/gateway/gateway.ts"
import { isRecord } from "../../rows/gateway.ts"
import { arrivedIn } from "../../sandbox/videos/looking.ts"
import { type Meeting, nodeAt, queried, submitted } from "./node.ts"
import { ended, ledgerOf, listening, type Shared, started } from "./started.ts"
import { type Crash, crashes, type Step } from "./steps.ts"

/** How often a node is killed at each step, and how many live at once. */
const most = { kills: 10, atOnce: 4 }

/** A death, and the videos that the node had sent: their prompts, the ids that it was told, and whether that was an error. */
interface Death {
  /** What the node said and how it ended where it did not die at its step. */
  readonly missed: readonly string[]
  readonly sent: readonly { readonly prompt: string; readonly told: string | undefined; readonly failed: boolean }[]
}

const killed = async (meeting: Meeting, step: Step, index: number): Promise<Death> => {
  const name = `${step === "called" ? "held " : ""}${step} ${index}`
  const { child, exit, lines } = started("./worker.ts", step, name, JSON.stringify(meeting))
  await exit
  const landed = child.signalCode === "SIGKILL" && lines().includes(`dies ${step}`)
  const missed = landed ? [] : [...lines(), `ends ${child.signalCode ?? child.exitCode}`]
  const told = new Map(lines().flatMap((line) => toldIn(line)))
  const prompts = lines().flatMap((line) => (line.startsWith("sends ") ? [line.slice("sends ".length)] : []))
  const failed = new Set(lines().map((line) => /^told [45]\d\d  (.+)$/.exec(line)?.[1]))
  return { missed, sent: prompts.map((prompt) => ({ prompt, told: told.get(prompt), failed: failed.has(prompt) })) }
}

const toldIn = (line: string): readonly (readonly [prompt: string, id: string])[] => {
  const [, id = "", prompt = ""] = /^told 200 (\S+) (.+)$/.exec(line) ?? []
  return id === "" ? [] : [[prompt, id]]
}

/** Does some work for each, so many at once. */
const each = async <A, B>(all: readonly A[], work: (one: A) => Promise<B>): Promise<readonly B[]> => {
  const left = [...all.entries()]
  const done: B[] = []
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) done[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: most.atOnce }, lane))
  return done
}

const steps: readonly Step[] = [
  "accepted",
  "submitting",
  "called",
  "answered",
  "submitted",
  "told",
  "taken",
  "asked",
  "downloading",
  "kept",
  "saved"
]

/** A task once it has ended. */
const endOf = async (gateway: RunningGateway, id: string): Promise<Readonly<Record<string, unknown>>> => {
  for (;;) {
    const said: unknown = await (await queried(gateway, `/v1/video/generations/${id}`)).json()
    if (!isRecord(said)) throw new Error("A task is an object.")
    if (said["status"] === "succeeded" || said["status"] === "failed" || said["error"] !== undefined) return said
    await setTimeout(50)
  }
}

/** A video by its idempotency key. One that no store had yet is sent now; the vendor may hold it, and then it is asked for again. */
const found = async (gateway: RunningGateway, prompt: string): Promise<readonly [status: number, id: string]> => {
  const first = await submitted(gateway, prompt)
  return first[0] === 504 ? submitted(gateway, prompt) : first
}

/** What came of a video: the code of its failure, and how often the vendor was asked for it. */
const looked = async (
  gateway: RunningGateway,
  { told, prompt }: Death["sent"][number],
  submits: readonly unknown[]
): Promise<Came> => {
  const count = submits.filter((one) => one === prompt).length
  const [status, id] = await found(gateway, prompt)
  expect([status, told ?? id]).toEqual([200, id])
  const said = await endOf(gateway, id)
  if (said["status"] === "failed") {
    expect(said).toEqual({ task_id: id, status: "failed", format: "mp4", error: expect.any(Object) })
    return { count, code: isRecord(said["error"]) ? said["error"]["code"] : undefined }
  }
  expect(said).toMatchObject({ status: "succeeded", url: expect.any(String) })
  const content = await queried(gateway, `/v1/videos/${id}/content`)
  expect(arrivedIn(new Uint8Array(await content.arrayBuffer()))).toMatchObject({ prompt })
  return { count, code: undefined }
}

interface Came {
  readonly count: number
  readonly code: unknown
}

/** It was never sent before it was asked for again. */
const anew: Came = { count: 0, code: undefined }

/**
 * What may come of a video: what the step says, and each that is honest of one that its node had not been told of, or had
 * been told of that it failed, as a store says that a busy machine keeps waiting.
 */
const honest = ({ code, submits, told }: Crash, video: Death["sent"][number]): readonly Came[] =>
  code === "not_submitted"
    ? [{ count: 0, code }, anew]
    : video.failed || (told && video.told === undefined)
      ? [
          anew,
          { count: 1, code: undefined },
          { count: 0, code: "not_submitted" },
          { count: 0, code: "submit_unknown" },
          { count: 1, code: "submit_unknown" }
        ]
      : [{ count: submits, code }]

/** What becomes of videos whose nodes are killed, on a kind of store that outlives them. */
export const survives = ({ name, open }: Shared): void =>
  void describe(`nodes on ${name} that are killed`, () => {
    const folder = mkdtempSync(join(tmpdir(), "isogloss-crashes-"))
    const from = Date.now()
    const vendor = started("./vendor.ts", `${from}`)
    const close: (() => Promise<void>)[] = []
    let meeting: Meeting

    beforeAll(async () => {
      const { place, close: closed } = await open()
      close.push(closed)
      meeting = { tasks: place, media: folder, vendor: await listening(vendor), from }
    })

    afterAll(async () => {
      for (const one of close) await one()
      await ended(vendor.child)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    })

    it.each(steps)(
      "after the step `%s` lose no id, submit nothing twice, and leave each task to an end",
      async (step) => {
        const crash = crashes[step]
        const deaths = await each(
          Array.from({ length: most.kills }, (_, index) => index),
          (index) => killed(meeting, step, index)
        )
        const missed = deaths.map((death) => death.missed).filter((lines) => lines.length > 0)
        console.log(`${name}: ${most.kills - missed.length} kills landed at ${step}`)
        expect(missed).toEqual([])
        const sent = deaths.flatMap((death) => death.sent)
        expect(sent.filter(({ told }) => told !== undefined && !crash.told)).toEqual([])
        const ledger = await ledgerOf(meeting)
        const gateway = nodeAt(meeting)
        const came = await each(sent, (video) => looked(gateway, video, ledger))
        await gateway.dispose()
        for (const [index, video] of sent.entries()) expect(honest(crash, video)).toContainEqual(came[index])
        const after = await ledgerOf(meeting)
        expect(after.filter((prompt, index) => after.indexOf(prompt) !== index)).toEqual([])
      },
      300_000
    )
  })
