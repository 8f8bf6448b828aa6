import path from 'node:path'
import { dist } from '../build/site.ts'
import { freePort, type Served, serve, temporaryFolder } from './processes.ts'

/** The article that is measured. */
export const articlePath = '/auto-update-cloudflare-dns'

/**
 * Starts the built site as in production, with the default configuration and an empty data folder, on a free port unless
 * PORT is among the settings.
 * @param firstPath what it is asked for first
 * @param settings variables beside the usual ones
 */
export async function serveSite(firstPath = '/readyz', settings: Record<string, string> = {}): Promise<Served> {
  const port = Number(settings.PORT ?? (await freePort()))
  return serve([process.execPath, path.join(dist, 'server/main.js')], port, firstPath, {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: temporaryFolder(),
    BUILD_DIR: dist,
    LOG_LEVEL: 'warn',
    ...settings,
  })
}
