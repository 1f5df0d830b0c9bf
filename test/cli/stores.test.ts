import { mkdirSync, renameSync, rmSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it } from "vitest"
import { type Node, nodeWith, pathOf } from "./started.ts"
import { submit, untilReady, videoUpstreams } from "./videos.ts"

const timeout = 60_000

const upstreams = videoUpstreams()

/** A node that keeps tasks and media in a folder of its own. */
const keeping = async (): Promise<Node & { readonly tasks: string; readonly media: string }> => {
  const folder = pathOf(crypto.randomUUID())
  mkdirSync(folder)
  const [tasks, media] = [`${folder}/tasks.sqlite`, `${folder}/media`]
  return {
    ...(await nodeWith({ upstreams: upstreams(), tasks: `file:${tasks}`, media: { path: media } })),
    tasks,
    media
  }
}

const statusOf = async ({ url }: Node, path: string): Promise<number> => (await fetch(url + path)).status

describe("isogloss serve whose file of tasks is locked by another program", () => {
  it(
    "serves all else meanwhile, is not ready, and says once that it is and once that it was",
    { timeout },
    async () => {
      const node = await keeping()
      expect([await submit(node), await statusOf(node, "/readyz")]).toEqual([200, 200])
      const other = new DatabaseSync(node.tasks)
      other.exec("BEGIN EXCLUSIVE")
      const over: number[] = []
      void submit(node).then((status) => over.push(status))
      let served = 0
      while (over.length === 0) served += (await statusOf(node, "/livez")) === 200 ? 1 : 0
      expect([over, served > 5]).toEqual([[503], true])
      await untilReady(node, 503)
      expect([await submit(node), await statusOf(node, "/livez")]).toEqual([503, 200])
      other.exec("ROLLBACK")
      other.close()
      await untilReady(node, 200)
      expect(await submit(node)).toBe(200)
      const said = await node.started.saying("is reached again")
      expect([said.split("cannot be reached").length, said.split("is reached again").length]).toEqual([2, 2])
    }
  )
})

describe("isogloss serve whose store goes away while it runs", () => {
  it("takes no task into a file that was removed, and opens it anew", { timeout }, async () => {
    const node = await keeping()
    expect(await submit(node)).toBe(200)
    rmSync(node.tasks)
    let status = await submit(node)
    for (let again = 0; status !== 200 && again < 3; again++) status = await submit(node)
    expect(status).toBe(200)
    expect(await node.started.saying("removed or replaced while it was open")).toContain("cannot be reached")
    const other = new DatabaseSync(node.tasks)
    expect(other.prepare("SELECT count(*) AS tasks FROM tasks").get()?.["tasks"]).toBe(1)
    other.close()
  })

  it("is not ready without its folder of media, until that is back", { timeout }, async () => {
    const node = await keeping()
    await untilReady(node, 200)
    renameSync(node.media, `${node.media}.away`)
    await untilReady(node, 503)
    expect(await statusOf(node, "/livez")).toBe(200)
    renameSync(`${node.media}.away`, node.media)
    await untilReady(node, 200)
  })
})
