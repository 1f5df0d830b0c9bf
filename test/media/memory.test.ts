import { layerMemory } from "../../src/media.ts"
import { conforms } from "./conformance.ts"

conforms({ name: "memory", fresh: layerMemory })
