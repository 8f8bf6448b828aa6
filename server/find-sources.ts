import { realpathSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { type AppOptions, AUTHORING_UNAVAILABLE_MESSAGE } from './app.ts'
import type { Config } from './config.ts'

type Folders = Pick<Config, 'SOURCES_DIR' | 'BUILD_DIR'>

/**
 * Returns the folder of the repository when its build is the one that the server serves. A build of any other
 * repository would change nothing for readers, and a scheduled page would stay due for ever.
 */
export function findSourcesOfBuild({ SOURCES_DIR, BUILD_DIR }: Folders): string | undefined {
  try {
    if (SOURCES_DIR && realpathSync(join(SOURCES_DIR, 'dist')) === realpathSync(BUILD_DIR)) return SOURCES_DIR
  } catch {
    // The repository has no build.
  }
  return undefined
}

/** Returns the folder of the repository when admins can write pages at the desk, otherwise the reason why not. */
export async function findAuthoringSources(
  config: Folders & Pick<Config, 'AUTHORING' | 'AUTHORING_PUSH' | 'REDIS_URL'>,
): Promise<NonNullable<AppOptions['sources']>> {
  const { SOURCES_DIR, BUILD_DIR, AUTHORING, AUTHORING_PUSH, REDIS_URL } = config
  if (AUTHORING === false) return { whyOff: 'Writing pages at the desk is switched off (AUTHORING=off).' }
  if (AUTHORING === undefined && REDIS_URL)
    return {
      whyOff:
        'This site has several servers (REDIS_URL), and each has its own files. When they share one folder, set AUTHORING=on.',
    }
  if (!SOURCES_DIR) return { whyOff: AUTHORING_UNAVAILABLE_MESSAGE }
  if (!findSourcesOfBuild(config))
    return {
      whyOff: `The server shows the site in ${BUILD_DIR} (BUILD_DIR), and pages are built into ${join(SOURCES_DIR, 'dist')}. Start it without BUILD_DIR to show that one.`,
    }
  const content = join(SOURCES_DIR, 'content')
  const isWritable = await access(content, constants.W_OK).then(
    () => true,
    () => false,
  )
  return isWritable
    ? { folder: SOURCES_DIR, push: AUTHORING_PUSH }
    : { whyOff: `The server may not write in ${content}.` }
}
