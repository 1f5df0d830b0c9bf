import { isTotal } from "./total.ts"
import { everySubject } from "./subjects.ts"

everySubject.forEach(isTotal)
