import { isNoted, keepsItsExceptions } from "./notes.ts"
import { everySubject } from "./subjects.ts"

everySubject.forEach(isNoted)
everySubject.forEach(keepsItsExceptions)
