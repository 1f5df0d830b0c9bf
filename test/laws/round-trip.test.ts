import { roundTrips, sharesWith } from "./round-trip.ts"
import { everySubject } from "./subjects.ts"

everySubject.forEach(roundTrips)
for (const from of everySubject) for (const to of everySubject) if (from !== to) sharesWith(from, to)
