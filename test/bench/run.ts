import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { benchEmbeddings } from "./bench-embeddings.ts"
import { benchEndless } from "./bench-endless.ts"
import { benchFair } from "./bench-fair.ts"
import { benchEvents, benchWholes, type HttpEffort } from "./bench-http.ts"
import { benchImages } from "./bench-images.ts"
import { benchLoop } from "./bench-loop.ts"
import { benchMedia } from "./bench-media.ts"
import { benchPaused } from "./bench-paused.ts"
import { benchPairs } from "./bench-pairs.ts"
import { benchProcess } from "./bench-process.ts"
import { benchRequests } from "./bench-requests.ts"
import { benchSizes } from "./bench-sizes.ts"
import { benchStreams } from "./bench-streams.ts"
import { benchTasks, type Watching } from "./bench-tasks.ts"
import type { Effort } from "./measure.ts"
import { installPeer, peers } from "./peers.ts"
import { plot } from "./plot.ts"
import { unmeasurable } from "./served/process.ts"
import { type Rig, startRig } from "./served/rig.ts"
import { soak } from "./soak.ts"
import { passes, printGoals, printTable, type Row, type Section } from "./table.ts"

interface Efforts {
  readonly library: Effort
  readonly http: HttpEffort
  readonly tasks: Watching
}

const thorough: Efforts = {
  library: { warming: 1000, rounds: 9, slice: 150 },
  http: { window: 2500, warming: 6, rounds: 3 },
  tasks: { rounds: 3, window: 15_000 }
}

const quick: Efforts = {
  library: { warming: 400, rounds: 5, slice: 60 },
  http: { window: 1500, warming: 4, rounds: 1 },
  tasks: { rounds: 1, window: 8_000 }
}

interface Bench {
  readonly title: string
  readonly run: (efforts: Efforts) => Promise<readonly Row[]>
}

/** A bench of whole processes, which are the command of `dist` and what stands beside it. */
const ofProcesses = (title: string, run: (rig: Rig, efforts: Efforts) => Promise<readonly Row[]>): Bench => ({
  title,
  run: async (efforts) => {
    if (unmeasurable !== undefined) return [{ kind: "absent", label: { case: title, who: "all" }, why: unmeasurable }]
    const rig = await startRig()
    return run(rig, efforts).finally(rig.stop)
  }
})

const benches: Readonly<Record<string, Bench>> = {
  http: ofProcesses("Whole requests: CPU of the process a request", (rig, { http }) => benchWholes(rig, http)),
  "http-streams": ofProcesses("200 streams of 200 events: CPU of the process an event", (rig, { http }) =>
    benchEvents(rig, http)
  ),
  process: ofProcesses("Start and memory", (rig, { http }) => benchProcess(rig, http.rounds, http.window)),
  requests: {
    title: "The library alone: requests, JSON text to JSON text, against parse + stringify of the same text",
    run: ({ library }) => benchRequests(library)
  },
  pairs: {
    title: "The library alone: requests of every pair of formats in turns, against parse + stringify of the same text",
    run: ({ library }) => benchPairs(library)
  },
  streams: {
    title: "The library alone: streams an event, bytes to bytes, against parse + stringify of the events' data",
    run: ({ library }) => benchStreams(library)
  },
  images: {
    title: "What a body of the images endpoint means, against parse + stringify of the same text",
    run: ({ library }) => benchImages(library)
  },
  embeddings: {
    title: "Embeddings, JSON text to JSON text, against parse + stringify of the same text",
    run: ({ library }) => benchEmbeddings(library)
  },
  tasks: {
    title: "Long tasks: a poller's CPU, and how late it asks, against timers that do nothing else",
    run: ({ tasks }) => benchTasks(tasks)
  },
  media: { title: "Videos from files over a socket: by how much the server's memory grows", run: benchMedia },
  loop: { title: "The longest time that one request holds the loop of the server, CPU of its thread", run: benchLoop },
  endless: {
    title: "Translated streams without an end, 2 GB each, in a process with a heap of 256 MB",
    run: benchEndless
  },
  paused: { title: "100 streams of a fast vendor whose readers have stopped", run: benchPaused },
  fair: {
    title:
      "Another account's calls beside 400 streams of one, against the same calls alone, and the same through bare proxies",
    run: benchFair
  }
}

const usage = `usage: npm run bench -- [--only ${Object.keys(benches).join("|")}]... [--quick] [--with ${peers.join(",")}]
       npm run bench -- --plot           draws docs/performance.svg
       npm run bench -- --soak MINUTES   full load for so long, then 100,000 streams (or --streams N)`

const { values: asked } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    with: { type: "string", multiple: true },
    quick: { type: "boolean", default: false },
    plot: { type: "boolean", default: false },
    soak: { type: "string" },
    streams: { type: "string", default: "100000" }
  }
})

const listed = (given: readonly string[] = []): readonly string[] => given.flatMap((names) => names.split(","))

const runBenches = async (names: readonly string[], efforts: Efforts): Promise<boolean> => {
  const sections: Section[] = []
  for (const name of names) {
    const bench = benches[name]
    if (bench === undefined) throw new Error(usage)
    const rows = await bench.run(efforts)
    printTable(bench.title, rows)
    sections.push({ name, rows })
  }
  printGoals(sections)
  const rows = sections.flatMap((section) => section.rows)
  const missed = rows.filter((row) => !passes(row)).length
  const absent = rows.filter((row) => row.kind === "absent").length
  console.log(`\n${missed} missed, ${absent} not measured`)
  return missed === 0
}

const draw = async ({ http }: Efforts): Promise<boolean> => {
  const rig = await startRig()
  const panels = await benchSizes(rig, { ...http, warming: 2 }).finally(rig.stop)
  writeFileSync(new URL("../../docs/performance.svg", import.meta.url), plot(panels))
  return true
}

const main = async (): Promise<boolean> => {
  const [wanted, only] = [listed(asked.with), listed(asked.only)]
  if (wanted.some((name) => !peers.some((peer) => peer === name))) throw new Error(usage)
  for (const peer of peers) if (wanted.includes(peer)) installPeer(peer)
  if (spawnSync("npm", ["run", "--silent", "build"], { stdio: "inherit" }).status !== 0) return false
  const efforts = asked.quick ? quick : thorough
  if (asked.soak !== undefined) return soak(Number(asked.soak), Number(asked.streams))
  if (asked.plot) return draw(efforts)
  return runBenches(only.length > 0 ? only : Object.keys(benches), efforts)
}

process.exitCode = (await main()) ? 0 : 1
