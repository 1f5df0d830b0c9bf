import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, expect, it, onTestFinished, vi } from "vitest"
import { fromEnvironment } from "../../src/config/environment.ts"
import { readFile } from "../../src/config/file.ts"
import { composeGateway } from "../../src/hosts/cli/compose.ts"
import { reloadOnSignal } from "../../src/hosts/cli/settings.ts"
import { runCommand } from "../../src/hosts/cli/run.ts"
import { patience } from "../setup/patience.ts"

afterEach(() => void vi.restoreAllMocks())

const minimal = "keys: [{ key: k }]\nupstreams: { o: { family: openai, key: b } }\n"

/** What is told once a file that a run began with says this besides. */
const toldOf = async (more: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "isogloss-reloaded-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const config = join(folder, "isogloss.yaml")
  await writeFile(config, minimal + more)
  const read = readFile(minimal, {})
  if (!read.ok) throw new Error("The configuration is wrong.")
  const said = vi.spyOn(process.stdout, "write").mockReturnValue(true)
  const stop = reloadOnSignal({
    terminal: process,
    options: { config, port: undefined },
    configuration: read.value,
    adopt: () => Promise.resolve()
  })
  onTestFinished(stop)
  process.emit("SIGHUP")
  await vi.waitFor(() => expect(said).toHaveBeenCalled(), patience)
  return String(said.mock.calls[0]?.[0])
}

it.each([
  ["models: [{ match: own, upstream: o }]\n", "Reloaded: models (new: own).\n"],
  [
    "loginSecret: 0123456789abcdef0123456789abcdef\n",
    "Reloaded: no key, account, upstream, model or limit changed. At the next start: loginSecret.\n"
  ]
])("a file that has %j besides is told of in its names", async (more, told) => expect(await toldOf(more)).toBe(told))

it("how much of bodies is held is another number as soon as it is adopted", async () => {
  const read = fromEnvironment({}, "made")
  if (!read.ok) throw new Error("The sandbox needs no configuration.")
  const gateway = await composeGateway(read.value)
  onTestFinished(() => gateway.dispose())
  const status = async (): Promise<number> => {
    const body = JSON.stringify({ model: "gpt-4o", messages: [{ role: "user", content: "Hi" }] })
    const headers = { authorization: "Bearer sandbox", "content-type": "application/json" }
    const asked = new Request("http://gateway.test/v1/chat/completions", { method: "POST", headers, body })
    return (await gateway.fetch(asked)).status
  }
  const before = await status()
  const { limits } = read.value
  await gateway.adopt({ ...read.value, limits: { ...limits, bodies: { ...limits.bodies, all: 10 } } })
  expect([before, await status()]).toEqual([200, 429])
})

it("a command is looked for where it is", async () => {
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true)
  expect(await runCommand(["translate", "--from", "nowhere"], process)).toBe(2)
  expect(said.mock.calls.join()).toContain("--from")
})

it("no command is a wrong call", async () => {
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true)
  expect(await runCommand([], process)).toBe(2)
  expect(said.mock.calls.join()).toContain("No command was given.")
})
