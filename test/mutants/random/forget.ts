import type { TestRunner } from "vitest"

/** What a process of vitest keeps of a module that it has read. */
interface Module {
  readonly id: string
  readonly importers: ReadonlySet<string>
  promise: unknown
  exports: unknown
  evaluated: boolean
}

interface Modules {
  readonly idToModuleMap: ReadonlyMap<string, Module>
  readonly getModuleById: (id: string) => Module | undefined
  readonly getModulesByFile: (file: string) => ReadonlySet<Module> | undefined
}

/** The modules that a runner has read: vitest keeps them to itself. */
const modulesOf = (runner: TestRunner): Modules => Reflect.get(Reflect.get(runner, "moduleRunner"), "evaluatedModules")

/**
 * Has a file, and what imports it by any steps, read anew when it is imported next; so has what stands below `test`, which
 * may hold what an earlier run has closed.
 */
export const forget = (runner: TestRunner, file: string): void => {
  const modules = modulesOf(runner)
  const ids = new Set([...(modules.getModulesByFile(file) ?? [])].map(({ id }) => id))
  for (const id of modules.idToModuleMap.keys()) if (/^(?!.*\/node_modules\/).*\/test\//u.test(id)) ids.add(id)
  for (const id of ids) {
    const module = modules.getModuleById(id)
    if (module === undefined) continue
    for (const importer of module.importers) ids.add(importer)
    Object.assign(module, { promise: undefined, exports: undefined, evaluated: false })
  }
}
