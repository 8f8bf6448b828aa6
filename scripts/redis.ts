import { findProgramsOnPath } from '@hobohat/hub/testing'
import { tryInstallDebianPackage } from './programs.ts'

/**
 * Installs Redis or Valkey for the tests of the hub, unless one of them is installed or TEST_REDIS_URL is set. If the
 * installation fails, these tests explain what is missing.
 */
export function tryInstallRedis(): void {
  if (process.env.TEST_REDIS_URL || findProgramsOnPath('redis-server', 'valkey-server').length > 0) return
  console.log('No Redis here; fetching one for the tests of the hub …')
  tryInstallDebianPackage('redis-server')
}
