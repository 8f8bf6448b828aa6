import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { writeSimulatedDeployBuild } from './deployed-build.ts'
import { authorSiteDataFolder, buildFolder, dataFolder, ports, siteAddresses } from './ports.ts'

/** A site on a port of its own for one test file. A test may stop and start it repeatedly. */
export interface OwnSite {
  origin: string
  /** The token with which a visitor becomes the first admin. */
  readonly claimToken: string
  /** The folder of the site's data. */
  dataFolder: string
  /**
   * Starts a process and waits for its first response. `version` serves the same pages under another version. `deploy`
   * serves a build in which every file differs (deployed-build.ts).
   */
  start: (options?: { version?: string; deploy?: number }) => Promise<void>
  /** Kills the process at once, without an orderly shutdown. */
  kill: () => Promise<void>
  /** Stops the process and waits for its end. */
  stop: () => Promise<void>
  /** Stops the process and deletes its data. */
  remove: () => Promise<void>
}

/** The environment variables of each site that the tests of this process use, by origin. */
export const siteEnvironments = new Map<string, SiteEnvironment>([
  [siteAddresses.site, { DATA_DIR: dataFolder }],
  [siteAddresses.author, { DATA_DIR: authorSiteDataFolder }],
])

interface SiteEnvironment {
  DATA_DIR: string
  DATABASE_URL?: string
  ORIGINS?: string
}

/** Creates a site, which is not started yet. @param env the environment that differs from the defaults */
export function createUnstartedSite(
  port: number,
  env: Partial<SiteEnvironment> & Record<string, string> = {},
): OwnSite {
  const folder = mkdtempSync(join(tmpdir(), 'site-site-'))
  const environment = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'warn',
    TRUST_PROXY: 'on',
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    ...env,
  }
  const origin = `http://127.0.0.1:${port}`
  siteEnvironments.set(origin, environment)
  let running: ChildProcess | undefined
  let claimToken = ''

  async function end(signal: NodeJS.Signals): Promise<void> {
    const child = running
    running = undefined
    if (!child || child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  return {
    origin,
    get claimToken() {
      return claimToken
    },
    dataFolder: environment.DATA_DIR,
    start: async ({ version, deploy } = {}) => {
      const build = deploy ? deployOf(folder, deploy) : version ? buildOf(folder, version) : resolve(buildFolder)
      const child = spawn(process.execPath, [`${buildFolder}/server/main.cjs`], {
        env: { BUILD_DIR: build, ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      running = child
      let isServing = false
      for await (const line of createInterface(child.stdout)) {
        claimToken ||= /#token=([\w-]+)/.exec(line)?.[1] ?? ''
        isServing = / is at http/.test(line)
        if (isServing) break
      }
      if (!isServing) throw new Error('The site of this test did not start.')
      child.stdout.resume()
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    remove: async () => {
      await end('SIGKILL')
      rmSync(folder, { recursive: true })
    },
  }
}

/** Writes a build with the number of a deploy, and reuses it when the same deploy is started again. */
function deployOf(folder: string, deploy: number): string {
  const build = join(folder, `deploy-${deploy}`)
  if (!existsSync(build)) writeSimulatedDeployBuild(build, deploy)
  return build
}

/** Copies the build of this run, under another version. */
function buildOf(folder: string, version: string): string {
  const build = mkdtempSync(join(folder, 'dist-'))
  for (const name of ['web', 'private']) symlinkSync(resolve(buildFolder, name), join(build, name))
  const description = JSON.parse(readFileSync(`${buildFolder}/build.json`, 'utf8'))
  writeFileSync(join(build, 'build.json'), JSON.stringify({ ...description, version }))
  return build
}
