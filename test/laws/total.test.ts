import { isTotal } from "./total.ts"
import { subjects } from "./subjects.ts"

subjects.forEach(isTotal)
