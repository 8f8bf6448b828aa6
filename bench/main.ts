/** `npm run bench`: runs all measurements one after the other, each with its default number of rounds. */
import { benchmarkApi } from './api.ts'
import { compareHubs } from './hub.ts'
import { auditPages } from './lighthouse.ts'
import { measureReadsDuringLogins } from './logins.ts'
import { comparePageLoadTimes } from './pages.ts'
import { benchmarkServer } from './server.ts'

await comparePageLoadTimes(15)
await benchmarkServer(7)
await benchmarkApi(5)
await measureReadsDuringLogins(5)
await compareHubs(5)
await auditPages(5)
