/** Thrown when an upgrade cannot continue. The message says why, and what to do. */
export class UpgradeError extends Error {
  override name = 'UpgradeError'
}
