import { isPrefixStable } from "./prefix.ts"
import { everySubject } from "./subjects.ts"

everySubject.forEach(isPrefixStable)
