import type { Queries } from '../../db/database.ts'
import { listDevices } from './devices.ts'
import { readPreferences } from './preferences.ts'

/** What push keeps of a reader; it goes with the account by itself. The addresses of devices are nobody's business. */
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
