#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `isogloss needs Node 22.19 or newer, and this is ${process.versions.node}: install it from https://nodejs.org.\n`
  )
  process.exitCode = 2
} else {
  const { beginYoung, boundYoungGeneration, compileSooner, keepCompiled } = await import("./hosts/cli/v8.ts")
  keepCompiled(process.env)
  boundYoungGeneration(process.env, process.execArgv)
  compileSooner(process.execArgv)
  beginYoung(process.execArgv)
  const { runCommand: run } = await import("./hosts/cli/run.ts")
  process.exitCode = await run(process.argv.slice(2), process)
}
