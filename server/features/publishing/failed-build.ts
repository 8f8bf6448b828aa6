import type { DatabaseOrTx } from '../../db/database.ts'
import { deleteSetting, readSetting, writeSetting } from '../../db/settings.ts'
import type { InboxSource } from '../define-feature.ts'

const KEY = 'failed build'
const REASON_LENGTH_MAX = 500

interface FailedBuild {
  at: number
  /**
   * The version that the site served when the build failed. When the site serves a later build, the failure is over.
   */
  version: string
  reason: string
}

/** Records that the site could not be built for a scheduled page. */
export const recordFailedBuild = (db: DatabaseOrTx, version: string, reason: string): Promise<void> =>
  writeSetting(db, KEY, { at: Date.now(), version, reason: reason.slice(0, REASON_LENGTH_MAX) } satisfies FailedBuild)

export const clearFailedBuild = (db: DatabaseOrTx): Promise<boolean> => deleteSetting(db, KEY)

/** Creates the source of the inbox item about a failed build. The item is shown until the site is built again. */
export function createBuildInboxSource(build: { version: string }): InboxSource {
  const list: InboxSource['list'] = async (db) => {
    const failed = (await readSetting(db, KEY)) as FailedBuild | undefined
    if (failed?.version !== build.version) return { shown: [], damaged: undefined }
    const { at, reason: text } = failed
    return { shown: [{ kind: 'build', id: 'build', at, title: '', text, to: '/desk/pages' }], damaged: undefined }
  }
  return { kind: 'build', list, count: async (db) => (await list(db)).shown.length }
}
