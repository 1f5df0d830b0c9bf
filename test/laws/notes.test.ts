import { isNoted } from "./notes.ts"
import { subjects } from "./subjects.ts"

subjects.forEach(isNoted)
