import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { writeDeployedBuild } from './deployed-build.ts'
import { ports } from './ports.ts'

/** A site of a test's own, at its own port, which may end and start again as often as the test wants. */
export interface OwnSite {
  origin: string
  /** What makes somebody its first admin, from its first start. */
  readonly claimToken: string
  /** Where it keeps its data. */
  dataFolder: string
  /**
   * Starts a process; resolves when it answers. `version`: that of another build, with the same pages. `deploy`: a build of
   * which every file is another (deployed-build.ts).
   */
  start: (options?: { version?: string; deploy?: number }) => Promise<void>
  /** Ends the process at once, without a goodbye. */
  kill: () => Promise<void>
  /** Asks the process to end; resolves when it has. */
  stop: () => Promise<void>
  /** Makes somebody an admin, as the owner of the machine does. */
  grantAdmin: (email: string) => Promise<void>
  /** Ends it, and lets go of its data. */
  remove: () => Promise<void>
}

/** @param env what differs from a site with its data in a folder of its own */
export function createOwnSite(port: number, env: Record<string, string> = {}): OwnSite {
  const folder = mkdtempSync(join(tmpdir(), 'hobohat-site-'))
  const environment = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'warn',
    TRUST_PROXY: 'on',
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    ...env,
  }
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
    origin: `http://127.0.0.1:${port}`,
    get claimToken() {
      return claimToken
    },
    dataFolder: environment.DATA_DIR,
    start: async ({ version, deploy } = {}) => {
      const build = deploy ? deployOf(folder, deploy) : version ? buildOf(folder, version) : resolve('dist')
      const child = spawn(process.execPath, ['dist/server/main.js'], {
        env: { ...environment, BUILD_DIR: build },
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
    grantAdmin: async (email) => {
      await promisify(execFile)(process.execPath, ['server/admin.ts', 'grant', email], { env: environment })
    },
    remove: async () => {
      await end('SIGKILL')
      rmSync(folder, { recursive: true })
    },
  }
}

/** A build of its own, which may be deployed again. */
function deployOf(folder: string, deploy: number): string {
  const build = join(folder, `deploy-${deploy}`)
  if (!existsSync(build)) writeDeployedBuild(build, deploy)
  return build
}

/** The build of this run under another version. */
function buildOf(folder: string, version: string): string {
  const build = mkdtempSync(join(folder, 'dist-'))
  for (const name of ['web', 'private']) symlinkSync(resolve('dist', name), join(build, name))
  const description = JSON.parse(readFileSync('dist/build.json', 'utf8'))
  writeFileSync(join(build, 'build.json'), JSON.stringify({ ...description, version }))
  return build
}
