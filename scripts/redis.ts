import { findProgramsOnPath, installDebianPackage } from './programs.ts'

/**
 * Gets the hub's tests a Redis or Valkey to start, unless there is one, or TEST_REDIS_URL names one that runs. Where that
 * cannot be done, the tests that need it say so.
 */
export function installRedis(): void {
  if (process.env.TEST_REDIS_URL || findProgramsOnPath('redis-server', 'valkey-server').length > 0) return
  console.log('No Redis here; fetching one for the tests of the hub …')
  installDebianPackage('redis-server')
}
