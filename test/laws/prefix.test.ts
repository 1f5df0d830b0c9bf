import { isPrefixStable } from "./prefix.ts"
import { subjects } from "./subjects.ts"

subjects.forEach(isPrefixStable)
