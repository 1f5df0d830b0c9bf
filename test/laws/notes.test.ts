import { isNoted, keepsItsExceptions } from "./notes.ts"
import { subjects } from "./subjects.ts"

subjects.forEach(isNoted)
subjects.forEach(keepsItsExceptions)
