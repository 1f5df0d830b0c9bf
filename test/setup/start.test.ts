import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const script = fileURLToPath(new URL("./start.mjs", import.meta.url))

describe("npm start", () => {
  it("ends with the shell that npm started it in", { timeout: 180_000 }, async () => {
    const shell = spawn("sh", ["-c", `"${process.execPath}" "${script}" --port 0; true`], {
      env: { PATH: process.env["PATH"] ?? "" },
      stdio: ["ignore", "pipe", "inherit"]
    })
    let said = ""
    await new Promise<void>((resolve) =>
      shell.stdout.on("data", (piece: Buffer) => {
        said += piece.toString()
        if (said.includes("-d '{")) resolve()
      })
    )
    shell.kill("SIGKILL")
    await once(shell.stdout, "close")
    expect(said).toContain("Stopping")
  })

  it.each(["port", "config"])("says where --%s goes that npm kept for itself", (name) => {
    const env = { PATH: process.env["PATH"] ?? "", [`npm_config_${name}`]: "1" }
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8", env })
    expect([status, stderr]).toEqual([2, expect.stringContaining(`\`npm start -- --${name} …\``)])
  })
})
