/** `npm run bench`: every measurement, one after the other, each as often as it needs. */
import { auditPages } from './lighthouse.ts'
import { compareLogins } from './logins.ts'
import { comparePages } from './pages.ts'
import { compareServers } from './server.ts'

await comparePages(15)
await compareServers(7)
await compareLogins(5)
await auditPages(3)
