// Runs on any Node that knows modules, so that an old one gets a sentence and not a syntax error.
import { readFileSync } from "node:fs"

const { engines } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
const numbers = (version) =>
  version
    .replace(/[^\d.]/g, "")
    .split(".")
    .map(Number)
const [major, minor = 0] = numbers(engines.node)
const version = process.argv[2] || process.versions.node
const [hasMajor, hasMinor = 0] = numbers(version)

if (hasMajor < major || (hasMajor === major && hasMinor < minor)) {
  console.error(
    `isogloss needs Node ${major}.${minor} or newer and this is Node ${version}: run \`npm ci\` ` +
      "(without --ignore-scripts), which puts a new enough Node beside the other packages, and try again."
  )
  process.exitCode = 1
}
