import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { CLOCK_DIFFERENCE_MAX_MS, SECOND_MS } from '#contract/limits.ts'
import { RESTART_ADVICE } from './check-machine.ts'
import type { Config } from './config.ts'
import { findDatabaseSwitchWarning, readDatabaseLocation } from './data-dir.ts'
import {
  connectDatabase,
  type Database,
  type DatabaseLocation,
  isDataExpected,
  toDatabaseProblem,
} from './db/database.ts'
import { readSchemaState } from './db/migrate.ts'
import { findDatabaseLoss, LostDatabaseError } from './db/sqlite-file.ts'
import { badFinding, describeErrorWithoutUrls, type Finding, goodFinding, warningFinding } from './finding.ts'
import { isLoopbackUrl } from './setting-schemas.ts'

const TIMEOUT_MS = 5 * SECOND_MS

/** Checks that the database can be reached and has the tables of this version. Changes nothing. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const location = readDatabaseLocation(config)
  const { url, file } = location
  const isNew = !url && !existsSync(file) && findDatabaseLoss(file, isDataExpected(location)) === null
  if (isNew) return [goodFinding('There is no database yet; the first start creates it.')]
  let db: Database | undefined
  try {
    db = await connectDatabase(location)
    if (!url) await refuseDamage(db)
    const findings = [await checkMigrations(db, location)]
    if (url) findings.push(await checkClock(db))
    const change = findDatabaseSwitchWarning(location)
    if (change) findings.push(change)
    return findings
  } catch (error) {
    const { text, remedy } = toDatabaseProblem(location, error)
    return [badFinding(text, remedy)]
  } finally {
    await db?.destroy()
  }
}

/**
 * Reads the whole file of a database. @throws {LostDatabaseError} when SQLite finds damage. @throws {Error} of SQLite
 * when the file cannot be read
 */
async function refuseDamage(db: Database): Promise<void> {
  const { rows } = await sql<Record<string, string>>`pragma quick_check(1)`.execute(db)
  if (!rows.some((row) => Object.values(row).includes('ok'))) throw new LostDatabaseError('damaged')
}

async function checkMigrations(db: Database, location: DatabaseLocation): Promise<Finding> {
  const { isEmpty, isNewer, isUsable, pending } = await readSchemaState(db)
  if (isEmpty && isDataExpected(location)) throw new LostDatabaseError('empty')
  if (!isUsable)
    return badFinding(
      'A newer version of the site has used the database.',
      'Start that version, or restore a backup of this one.',
    )
  if (isNewer)
    return goodFinding(
      'The database can be reached. A newer version has added to its tables, which this version bears.',
    )
  return pending > 0
    ? goodFinding(`The database is of an earlier version; the next start changes its tables (${pending} steps).`)
    : goodFinding('The database can be reached and has the tables of this version.')
}

async function checkClock(db: Database): Promise<Finding> {
  const { rows } = await sql<{ now: number | string }>`select extract(epoch from now()) * 1000 as now`.execute(db)
  return compareClock('Postgres', Number(rows[0]?.now))
}

function compareClock(other: string, time: number): Finding {
  const difference = Math.abs(Date.now() - time)
  return difference > CLOCK_DIFFERENCE_MAX_MS
    ? badFinding(
        `The clock of this machine and that of ${other} differ by ${Math.round(difference / SECOND_MS)} seconds.`,
        'Set the clock by the network: timedatectl set-ntp true.',
      )
    : goodFinding(`The clocks of this machine and of ${other} agree.`)
}

/** Checks that Redis answers, when the site uses it. */
export async function checkRedis({ REDIS_URL }: Config): Promise<Finding[]> {
  if (!REDIS_URL) return []
  const { Redis } = await import('ioredis')
  const redis = new Redis(REDIS_URL, { lazyConnect: true, connectTimeout: TIMEOUT_MS, retryStrategy: () => null })
  redis.on('error', () => {})
  try {
    await redis.connect()
    await redis.ping()
    return [goodFinding('Redis answers.')]
  } catch (error) {
    return [
      badFinding(
        `Redis does not answer: ${describeErrorWithoutUrls(error)}.`,
        'Check that it runs, and the address in REDIS_URL.',
      ),
    ]
  } finally {
    redis.disconnect()
  }
}

/** Checks that the mail server accepts a login. Sends nothing. */
export async function checkMailServer({ SMTP_URL }: Config): Promise<Finding> {
  if (!SMTP_URL)
    return warningFinding(
      'There is no mail server: sign-ups and forgotten passwords wait for you at /desk/mail.',
      'Set SMTP_URL.',
    )
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(SMTP_URL, { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS } as never)
  try {
    await transport.verify()
    return goodFinding('The mail server accepts the login. Whether mail arrives, a test mail at /desk shows.')
  } catch (error) {
    return badFinding(
      `The mail server refuses: ${describeErrorWithoutUrls(error)}.`,
      'Check the name, the port, the user and the password in SMTP_URL.',
    )
  } finally {
    transport.close()
  }
}

/**
 * Requests the version of the site at its public URL, through the proxy, as a reader does.
 * @param version the version of the build in BUILD_DIR
 */
export async function checkPublicAddress(
  { ORIGINS: [origin], TRUST_PROXY, publicAddress }: Config,
  version: string | undefined,
): Promise<Finding[]> {
  const { protocol, hostname } = new URL(origin)
  if (isLoopbackUrl(new URL(origin)))
    return [
      warningFinding(
        publicAddress === undefined
          ? `The site knows no address but ${origin}, so links in mails lead to this machine.`
          : `ORIGINS begins with ${publicAddress}, so links in mails lead to this machine.`,
        'Set ORIGINS to the address that readers use, and any others after it.',
      ),
    ]
  const findings: Finding[] = []
  if (protocol !== 'https:')
    findings.push(
      warningFinding(
        `${origin} is not encrypted, so passwords can be read on the way, and there are no passkeys.`,
        'Put a proxy with TLS in front, such as Caddy, and set ORIGINS to its https address.',
      ),
    )
  const port = new URL(origin).port
  if (protocol === 'https:' && !TRUST_PROXY)
    findings.push(
      warningFinding(
        'TRUST_PROXY is off although the address is https, so all readers seem to come from the proxy.',
        'Set TRUST_PROXY=on.',
      ),
    )
  let response: Response
  try {
    response = await fetch(`${origin}/api/version`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' })
  } catch (error) {
    return [
      ...findings,
      badFinding(
        `${origin} cannot be reached from this machine: ${describeErrorWithoutUrls(error)}.`,
        `Check that the name ${hostname} leads here, that port ${port || (protocol === 'https:' ? 443 : 80)} is open, and that the certificate is valid.`,
      ),
    ]
  }
  const date = Date.parse(response.headers.get('date') ?? '')
  if (Number.isFinite(date) && Math.abs(Date.now() - date) > CLOCK_DIFFERENCE_MAX_MS)
    findings.push(compareClock(origin, date))
  const served: unknown = await response.json().catch(() => null)
  const servedVersion = (served as { version?: unknown } | null)?.version
  if (typeof servedVersion !== 'string')
    return [
      ...findings,
      badFinding(
        `${origin} answers ${response.status}, but it is not this site.`,
        'Check where the proxy sends requests.',
      ),
    ]
  if (version !== undefined && servedVersion !== version)
    return [
      ...findings,
      warningFinding(`${origin} serves version ${servedVersion}, and the build here is ${version}.`, RESTART_ADVICE),
    ]
  return [...findings, goodFinding(`${origin} answers with this version.`)]
}
