import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as after } from "node:timers/promises"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { createClient } from "redis"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { redisServer } from "../tasks/redis/server.ts"
import { isogloss } from "./process.ts"
import { clientKey, fileOf, type Node, nodeWith, pathOf } from "./started.ts"
import { submit, untilReady, videoUpstreams } from "./videos.ts"

const timeout = 60_000

let calls = 0
const upstreams = videoUpstreams(() => void calls++)
const scope = Scope.makeUnsafe()
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const isReady = async ({ url }: Node): Promise<number> => (await fetch(`${url}/readyz`)).status

describe("isogloss serve whose Redis answers and takes no writes", () => {
  const cases = [
    ["is full", "maxmemory", "1", "0", /OOM/],
    ["lacks replicas", "min-replicas-to-write", "3", "0", /NOREPLICAS/],
    ["is a replica", "replicaof", "127.0.0.1 1", "no one", /READONLY/]
  ] as const

  it.each(cases)(
    "and %s is not ready until it does, and says each once",
    { timeout },
    async (_, name, on, off, why) => {
      const redis = await Effect.runPromise(Scope.provide(redisServer, scope))
      const client = await createClient({ url: redis.url }).connect()
      onTestFinished(() => client.close())
      const set = (value: string) =>
        name === "replicaof" ? client.sendCommand(["REPLICAOF", ...value.split(" ")]) : client.configSet(name, value)
      const store = redis.url
      const node = await nodeWith({
        upstreams: upstreams(),
        tasks: store,
        media: { path: pathOf(crypto.randomUUID()) },
        responses: { store }
      })
      await untilReady(node, 200)
      await set(on)
      await untilReady(node, 503)
      const before = calls
      expect([await submit(node), await submit(node), await isReady(node), calls - before]).toEqual([503, 503, 503, 0])
      await after(1100)
      expect(await isReady(node)).toBe(503)
      await set(off)
      await untilReady(node, 200)
      expect(await submit(node)).toBe(200)
      const said = await node.started.saying("is reached again")
      expect(said.split("The task store cannot be reached").length).toBe(2)
      expect(said.split("A response could not be stored or read").length).toBe(2)
      expect(said.split("The task store is reached again").length).toBe(2)
      expect(said).toMatch(why)
      const keys = await client.keys("*probe*")
      expect(keys.toSorted()).toEqual(["{isogloss}:probe", "{isogloss}:responses:probe"])
      for (const key of keys) expect(await client.pTTL(key)).toBeGreaterThan(0)
    }
  )
})

describe("a place of a store that cannot be used, with one sentence and exit code 2", () => {
  const above = mkdtempSync(join(tmpdir(), "isogloss-places-"))
  const [folder, prose] = [join(above, "folder"), join(above, "prose.txt")]
  beforeAll(() => {
    mkdirSync(folder)
    writeFileSync(prose, "These are somebody's notes.")
  })
  afterAll(() => rmSync(above, { recursive: true }))

  const places = [
    [folder, `The file ${folder} cannot be written (EISDIR).`],
    [prose, `The file ${prose} is no database of SQLite.`],
    ["/dev/null", "The file /dev/null is no database of SQLite."],
    [`${prose}/r.sqlite`, `The folder ${prose} cannot be written (EEXIST).`]
  ] as const
  const members = [
    ["tasks", (place: string) => ({ tasks: place })],
    ["responses.store", (place: string) => ({ tasks: "memory", responses: { store: place } })]
  ] as const

  it.each(members.flatMap(([member, of]) => places.map(([path, sentence]) => [member, path, of, sentence] as const)))(
    "`%s` at %s",
    { timeout },
    async (member, path, of, sentence) => {
      const file = fileOf({
        listen: { port: 0 },
        keys: [{ key: clientKey }],
        upstreams: upstreams(),
        ...of(`file:${path}`)
      })
      const { code, stdout, stderr } = await isogloss(["serve", "--config", file]).ended
      expect([code, stdout, stderr.split("\n").length]).toEqual([2, "", 2])
      expect(stderr).toContain(`isogloss: ${sentence} Choose another place with \`${member}\`: `)
    }
  )

  it("changes nothing where the file is read anew, and is told", { timeout }, async () => {
    const sound = {
      listen: { port: 0 },
      keys: [{ key: clientKey, name: "tests" }],
      upstreams: upstreams(),
      tasks: "memory"
    }
    const node = await nodeWith(sound)
    const more = { keys: [...sound.keys, { key: "another-key", name: "another" }] }
    for (const [, of] of members) {
      const said = node.started.next("Nothing has changed.")
      fileOf({ ...sound, ...more, ...of(`file:${folder}`) }, node.file)
      node.started.child.kill("SIGHUP")
      await said
    }
    const { stderr } = node.started
    expect(stderr().match(/The file \S+ cannot be written \(EISDIR\)\. Choose another place with `[\w.]+`/g)).toEqual([
      `The file ${folder} cannot be written (EISDIR). Choose another place with \`tasks\``,
      `The file ${folder} cannot be written (EISDIR). Choose another place with \`responses.store\``
    ])
    const answer = await fetch(`${node.url}/v1/models`, { headers: { authorization: "Bearer another-key" } })
    expect(answer.status).toBe(401)
  })
})
