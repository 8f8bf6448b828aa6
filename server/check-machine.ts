import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { formatCountWithNoun } from '#contract/format-count.ts'
import { DAY_MS } from '#contract/limits.ts'
import { toLoopbackUrl } from '#contract/local-url.ts'
import { findLatestPastTime, listBackups } from './backups/backup-folder.ts'
import type { Config } from './config.ts'
import { findFolderProblem, findNearestExistingFolder } from './db/folders.ts'
import { badFinding, describeErrorWithoutUrls, type Finding, goodFinding, warningFinding } from './finding.ts'
import { readBuildOutput } from './http/build-output.ts'
import { tryListening } from './http/listen.ts'
import { tryParseJson } from './http/try-parse-json.ts'

const GIBIBYTE = 1024 ** 3
/** Less free space causes a warning, because backups and builds need several times the size of the data. */
const FREE_BYTES_MIN = GIBIBYTE
/** Less free space counts as a full disk, because writes soon fail. */
const FULL_BYTES = 16 * 1024 ** 2
/** The age in days after which a backup counts as too old. */
const BACKUP_DAYS = 8
export const RESTART_ADVICE = 'Restart the site to serve the new build.'

/** Checks the version of Node against `.node-version`. */
export function checkNodeVersion(root = resolve(import.meta.dirname, '..'), running = process.versions.node): Finding {
  const file = join(root, '.node-version')
  if (!existsSync(file)) return goodFinding(`Node ${running} runs this.`)
  const wanted = readFileSync(file, 'utf8').trim().replace(/^v/, '')
  const isOlder = Number(running.split('.')[0]) < Number(wanted.split('.')[0])
  return isOlder
    ? badFinding(`Node ${running} is too old.`, `Use npm run, which fetches Node ${wanted}, or install it.`)
    : goodFinding(`Node ${running} runs this.`)
}

/** Checks that this Node knows time zones, which the times of orders need. */
export function checkTimeZones(): Finding {
  try {
    const hour = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Kathmandu', hour: '2-digit', hourCycle: 'h23' })
    if (hour.format(new Date('2026-01-01T00:20:00Z')) === '06') return goodFinding('Time zones are known.')
  } catch {
    // A Node without time zones may throw. The finding below is the same as for a wrong time.
  }
  return badFinding(
    'This Node knows no time zones, so the times of orders are wrong.',
    'Install a Node with full ICU data.',
  )
}

/** Checks whether a folder can be written to, and how much space is left. */
export function checkFolderAndFreeSpace(name: string, folder: string): Finding {
  const problem = findFolderProblem(name, folder)
  if (problem) return badFinding(problem.text, problem.remedy)
  const { bavail, bsize } = statfsSync(findNearestExistingFolder(folder))
  const free = bavail * bsize
  const space = `${(free / GIBIBYTE).toFixed(1)} GiB are free`
  if (free < FULL_BYTES) return badFinding(`The disk of ${name} is full.`, 'Make room on it.')
  return free < FREE_BYTES_MIN
    ? warningFinding(
        `${name} can be written to, but only ${space}.`,
        'Make room: a backup needs as much space as the data.',
      )
    : goodFinding(`${name} can be written to; ${space}.`)
}

/** Checks that only the owner of the settings file, which contains secrets, can read it. Skipped on Windows. */
export function checkEnvFilePermissions(file = '.env'): Finding[] {
  if (!existsSync(file) || process.platform === 'win32') return []
  return (statSync(file).mode & 0o077) === 0
    ? [goodFinding('Only its owner can read .env.')]
    : [warningFinding('Other users of this machine can read .env, which contains secrets.', 'chmod 600 .env')]
}

/** Checks the build that the server would serve. */
export function checkBuild({ BUILD_DIR }: Pick<Config, 'BUILD_DIR'>): Finding & { version?: string } {
  try {
    const { version, pages } = readBuildOutput(BUILD_DIR)
    return { ...goodFinding(`The build is complete: version ${version} with ${pages.length} pages.`), version }
  } catch (error) {
    return badFinding(describeErrorWithoutUrls(error), 'Build the site: npm run build. npm start does so by itself.')
  }
}

/**
 * Checks that the port is free, or that the site already listens on the port and serves this build.
 * @param version the version of the build in BUILD_DIR
 */
export async function checkPort(
  { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>,
  version: string | undefined,
): Promise<Finding> {
  const error = await tryListening({ HOST, PORT })
  if (error === null) return goodFinding(`Port ${PORT} is free, so the site is not running.`)
  if (error.code === 'EACCES')
    return badFinding(
      `This user may not open port ${PORT}.`,
      'Set PORT to a number from 1024 on, with a proxy in front.',
    )
  if (error.code !== 'EADDRINUSE')
    return badFinding(`HOST ${HOST} is not an address of this machine.`, 'Set it to 127.0.0.1, or to 0.0.0.0 for all.')
  const address = toLoopbackUrl({ HOST, PORT })
  const read = (path: string) =>
    fetch(address + path, { signal: AbortSignal.timeout(3_000), redirect: 'manual' })
      .then((response) => response.text())
      .catch(() => '')
  const answer = await read('/readyz')
  if (answer === 'ready\n') {
    const served = Object(tryParseJson(await read('/api/version')))
    return version === undefined || served.version === version
      ? goodFinding(`The site runs at ${address} and is ready.`)
      : warningFinding(`The site runs at ${address} with another version than the build here.`, RESTART_ADVICE)
  }
  if (/^(the database|the build|shutting down)/.test(answer))
    return badFinding(`The site runs at ${address} and says: ${answer.trim()}.`, 'Look into its log.')
  return badFinding(`Another program uses port ${PORT}.`, 'Stop it, or set PORT to another number.')
}

/** Checks when the last backup was made. */
export function checkBackupAge({ BACKUP_DIR }: Pick<Config, 'BACKUP_DIR'>, now = Date.now()): Finding {
  const times = listBackups(BACKUP_DIR).map(({ createdAt }) => createdAt)
  const latest = findLatestPastTime(times, now)
  const schedule = `Schedule backups at /desk/backups, or make one: npm run backup -- ${join(BACKUP_DIR, 'NAME')}.`
  if (latest === 0)
    return warningFinding(
      times.length > 0
        ? `The clock was ahead when the backups in ${BACKUP_DIR} were made.`
        : `There is no backup in ${BACKUP_DIR}.`,
      schedule,
    )
  const days = Math.max(Math.floor((now - latest) / DAY_MS), 0)
  return days > BACKUP_DAYS
    ? warningFinding(`The last backup in ${BACKUP_DIR} is ${days} days old.`, schedule)
    : goodFinding(
        `The last backup is ${days === 0 ? 'of the last 24 hours' : `${formatCountWithNoun(days, 'day', 'days')} old`}.`,
      )
}
