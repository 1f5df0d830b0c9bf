import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { claimsOnce } from "./claims.ts"
import { survives } from "./survive.ts"

/** A file in a folder of its own. */
const open = async () => {
  const folder = mkdtempSync(join(tmpdir(), "isogloss-tasks-"))
  return { place: join(folder, "tasks.db"), close: async () => rmSync(folder, { recursive: true, force: true }) }
}

survives({ name: "SQLite", open })
claimsOnce({ name: "SQLite", open }, [100, 100])
claimsOnce({ name: "memory", open: async () => ({ place: "memory", close: async () => undefined }) }, [200])
