import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const guard = fileURLToPath(new URL("./node-version.mjs", import.meta.url))
const look = (...version: readonly string[]) => spawnSync(process.execPath, [guard, ...version], { encoding: "utf8" })

describe("the look at the Node version", () => {
  it.each(["16.20.2", "20.20.2", "22.18.0"])("stops Node %s with a sentence that says what to do", (version) => {
    const { status, stderr } = look(version)
    expect(status).toBe(1)
    expect(stderr).toBe(
      `isogloss needs Node 22.19 or newer and this is Node ${version}: run \`npm ci\` (without --ignore-scripts), ` +
        "which puts a new enough Node beside the other packages, and try again.\n"
    )
  })

  it.each(["22.19.0", "23.0.0", "24.21.0"])("lets Node %s through in silence", (version) => {
    expect(look(version)).toMatchObject({ status: 0, stdout: "", stderr: "" })
  })

  it("lets the Node of this run through", () => {
    expect(look().status).toBe(0)
  })
})
