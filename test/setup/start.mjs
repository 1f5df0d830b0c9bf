// `npm start`: serves from the source, and ends with the shell between npm and it, which passes no signal on.
const args = process.argv.slice(2)
const kept = ["port", "config"].filter((name) => process.env[`npm_config_${name}`] && !args.includes(`--${name}`))

/** What Ctrl-C does. */
const stop = () => {
  if (!process.emit("SIGINT", "SIGINT")) process.exit()
}

if (kept.length > 0) {
  const given = kept.map((name) => `--${name} …`).join(" ")
  console.error(`npm keeps options before \`--\` for itself. Write \`npm start -- ${given}\`.`)
  process.exitCode = 2
} else {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 250)
  watch.unref()
  const { beginYoung, compileSooner, keepCompiled } = await import("../../src/hosts/cli/v8.ts")
  keepCompiled(process.env)
  compileSooner(process.execArgv)
  beginYoung(process.execArgv)
  const { runCommand } = await import("../../src/hosts/cli/run.ts")
  process.exitCode = await runCommand(["serve", ...args], process)
}
