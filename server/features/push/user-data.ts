import type { Queries } from '../../db/database.ts'
import { listDevices } from './devices.ts'
import { readPreferences } from './preferences.ts'

/**
 * Exports the devices and preferences of a reader, which are deleted with the account. The addresses of devices are not
 * exported.
 */
export const pushUserData = {
  export: async (db: Queries, userId: string) => {
    const devices = await listDevices(db, { userId, sessionId: '' })
    return {
      pushDevices: devices.map(({ name, platform, registeredAt }) => ({
        name,
        platform,
        registeredAt: new Date(registeredAt).toISOString(),
      })),
      pushPreferences: await readPreferences(db, userId),
    }
  },
}
