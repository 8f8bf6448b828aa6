/** An upgrade that cannot go on. The message says why, and what to do. */
export class UpgradeError extends Error {
  override name = 'UpgradeError'
}
