import { roundTrips, sharesWith } from "./round-trip.ts"
import { subjects } from "./subjects.ts"

subjects.forEach(roundTrips)
for (const from of subjects) for (const to of subjects) if (from !== to) sharesWith(from, to)
