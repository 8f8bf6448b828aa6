/** Helpers for the tests of an application with a hub. Not part of the published package. */
export { Random } from './fuzz/random.ts'
export { createBalancer } from './testing/balancer.ts'
export { type CuttableLink, openCuttableLink } from './testing/cuttable-link.ts'
export { Inbox } from './testing/inbox.ts'
export {
  type OwnPostgresServer,
  type PostgresServer,
  startInstalledPostgres,
  startOwnPostgres,
  startPostgres,
} from './testing/postgres-server.ts'
export { startRedis } from './testing/redis-server.ts'
export { findFreePort, findProgramsOnPath } from './testing/server-program.ts'
export { waitForBackplaneConnection } from './testing/when-connected.ts'
