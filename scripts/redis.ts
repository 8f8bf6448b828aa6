import { findProgramsOnPath, installDebianPackage } from './programs.ts'

/**
 * Installs Redis or Valkey for the hub's tests, unless one is installed or TEST_REDIS_URL is set. Without it, those
 * tests say so.
 */
export function installRedis(): void {
  if (process.env.TEST_REDIS_URL || findProgramsOnPath('redis-server', 'valkey-server').length > 0) return
  console.log('No Redis here; fetching one for the tests of the hub …')
  installDebianPackage('redis-server')
}
