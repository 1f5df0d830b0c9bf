import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { run, runScript, top } from "./command.ts"

/** The package as it would be published, in a temporary folder. */
export interface Packed {
  /** What the tarball holds, unpacked, as `node_modules/isogloss` of a project. */
  readonly folder: string
  /** The project that has it installed. */
  readonly project: string
  readonly tarball: string
  /** The paths in the tarball. */
  readonly files: readonly string[]
  readonly remove: () => void
}

/** The families, as the one list of them names their files. */
const families = [
  ...readFileSync(join(top, "src/config/families.ts"), "utf8").matchAll(/(families\/[^"]+)\.ts"/gu)
].flatMap(([, name]) => name ?? [])

/** The public entries by subpath, such as `.` and `./translate`: the files at the top of `src`, and the families. */
export const entries: ReadonlyMap<string, string> = new Map(
  globSync("src/*.ts", { cwd: top })
    .map((file) => basename(file, ".ts"))
    .filter((name) => name !== "cli")
    .concat(families)
    .toSorted()
    .map((name) => [name === "index" ? "." : `./${name}`, name])
)

const wanted = [
  "package.json",
  "tsconfig.json",
  "src",
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
  "docs",
  "examples"
]

const succeed = (what: string, { status, said }: { readonly status: number | null; readonly said: string }): void => {
  if (status !== 0) throw new Error(`${what} failed:\n${said}`)
}

/** Builds, packs and unpacks the package without touching the repository. */
export const pack = (): Packed => {
  const root = mkdtempSync(join(tmpdir(), "isogloss-packed-"))
  const staging = join(root, "staging")
  const project = join(root, "project")
  const folder = join(project, "node_modules", "isogloss")
  for (const path of [staging, folder]) mkdirSync(path, { recursive: true })
  for (const name of wanted.filter((it) => existsSync(join(top, it)))) {
    cpSync(join(top, name), join(staging, name), { recursive: true })
  }
  symlinkSync(join(top, "node_modules"), join(staging, "node_modules"))
  symlinkSync(join(top, "node_modules"), join(root, "node_modules"))
  succeed("tsc", runScript("node_modules/typescript/bin/tsc", ["-p", "src"], staging))
  succeed("the bundle", runScript("test/setup/bundle-command.ts", [staging], staging))
  succeed("npm pack", run("npm", ["pack", "--ignore-scripts", "--pack-destination", root], staging))
  const [tarball = ""] = globSync("*.tgz", { cwd: root })
  succeed("tar", run("tar", ["-xzf", join(root, tarball), "-C", folder, "--strip-components=1"]))
  return {
    folder,
    project,
    tarball: join(root, tarball),
    files: globSync("**/*", { cwd: folder, withFileTypes: true })
      .filter((it) => it.isFile())
      .map((it) => join(it.parentPath, it.name).slice(folder.length + 1)),
    remove: () => rmSync(root, { recursive: true })
  }
}
