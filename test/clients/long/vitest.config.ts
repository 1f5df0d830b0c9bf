import { defineConfig } from "vitest/config"

/** The suites of clients that `npm run test:clients` installs: no other run takes them up. */
// oxlint-disable-next-line no-default-export -- how vitest takes it
export default defineConfig({ test: { include: ["test/clients/long/*.long.ts"] } })
