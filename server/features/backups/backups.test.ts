import { expect, test, vi } from 'vitest'
import type { BackupOverview, BackupSchedule, BackupSummary } from '#contract/backups.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { createLogRecorder } from '../../testing/app.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { addPerson, createSessionTokens } from '../../testing/people.ts'
import { backupLease } from './backup-state.ts'
import { findLastScheduledTime, findNextScheduledTime } from './schedule.ts'

const start = Date.UTC(2026, 10, 25, 12)
const daily: BackupSchedule = { isOn: true, time: '03:00', timeZone: 'UTC', keep: 3 }

/** Creates a site whose clock the test sets, and whose backups end when the test ends them. */
async function createSite(options: Parameters<typeof createDeskSite>[0] = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  const made: { keep: number; signal: AbortSignal; end: PromiseWithResolvers<BackupSummary> }[] = []
  const files: BackupSummary[] = []
  let started = Promise.withResolvers<void>()
  const site = await createDeskSite({
    ...options,
    backupStore: {
      folder: '/srv/backups',
      list: () => files,
      make: (keep, signal) => {
        const end = Promise.withResolvers<BackupSummary>()
        signal.addEventListener('abort', () => end.reject(new Error('aborted')))
        made.push({ keep, signal, end })
        started.resolve()
        return end.promise
      },
    },
  })
  const feature = site.app.features.find(({ name }) => name === 'backups')
  const job = feature?.jobs?.[0]
  if (!job) throw new Error('The feature has no job.')
  // A new token for each call, because tokens expire when the clock is set forward.
  const ask = async (method: string, path: string, body?: unknown) =>
    site.ask(method, path, body, (await createSessionTokens(site.db, site.ada.id)).token)
  const read = async () => (await ask('GET', '/backups')).body as BackupOverview
  /** Runs the job until a backup is running, or until the job ends. */
  const tick = async () => {
    const count = made.length
    started = Promise.withResolvers()
    const ended = job.run()
    await Promise.race([ended, started.promise])
    return { ended, isRunning: made.length > count }
  }
  const succeed = (at = made.length - 1) => {
    const file = { name: `backup-${at}`, createdAt: Date.now(), bytes: 1_000, rows: 12 }
    files.unshift(file)
    made[at]?.end.resolve(file)
  }
  return {
    ...site,
    ask,
    made,
    job,
    read,
    tick,
    succeed,
    fail: (text: string) => made.at(-1)?.end.reject(new Error(text)),
  }
}

test('a new site makes no backups until an admin sets a schedule', async () => {
  const { read, tick, made } = await createSite()
  expect(await read()).toMatchObject({
    folder: '/srv/backups',
    schedule: { isOn: false, keep: 7 },
    nextAt: null,
    last: null,
  })
  vi.setSystemTime(start + 3 * DAY_MS)
  expect((await tick()).isRunning).toBe(false)
  expect(made).toEqual([])
})

test('a scheduled backup is made once a day at the scheduled time, and its result can be read', async () => {
  const { ask, read, tick, job, made, succeed, logged } = await createSite()
  const { status, body } = await ask('PUT', '/backups', daily)
  expect([status, body.schedule, body.nextAt]).toEqual([200, daily, start + 15 * HOUR_MS])
  expect((await logged())[0]).toBe('Ada Admin | backups scheduled | the backups | daily at 03:00 UTC, 3 kept')
  // Today's scheduled time passed before the schedule was set.
  expect((await tick()).isRunning).toBe(false)
  vi.setSystemTime(start + 15 * HOUR_MS - 30_000)
  expect((await tick()).isRunning).toBe(false)
  expect(await job.nextAt?.(Date.now() + MINUTE_MS)).toBe(start + 15 * HOUR_MS)
  vi.setSystemTime(start + 15 * HOUR_MS)
  const { ended, isRunning } = await tick()
  expect([isRunning, made[0]?.keep]).toEqual([true, 3])
  expect(await read()).toMatchObject({ runningSince: Date.now(), last: null })
  succeed()
  await ended
  const { last, backups, runningSince } = await read()
  expect(last).toMatchObject({ startedAt: Date.now(), problem: null, backup: { name: 'backup-0', bytes: 1_000 } })
  expect([backups.length, runningSince]).toEqual([1, null])
  expect((await tick()).isRunning).toBe(false)
  vi.setSystemTime(start + 15 * HOUR_MS + DAY_MS)
  const next = await tick()
  expect(next.isRunning).toBe(true)
  succeed()
  await next.ended
})

test('a scheduled time that passed while the site was down causes one backup', async () => {
  const { ask, tick, succeed } = await createSite()
  await ask('PUT', '/backups', daily)
  vi.setSystemTime(start + 5 * DAY_MS)
  const { ended, isRunning } = await tick()
  expect(isRunning).toBe(true)
  succeed()
  await ended
  expect((await tick()).isRunning).toBe(false)
})

test('daily backups continue after a backup was made while the clock was ahead', async () => {
  const { ask, tick, succeed } = await createSite()
  vi.setSystemTime(start + 1_000 * DAY_MS)
  await ask('PUT', '/backups', daily)
  const wrong = await ask('POST', '/backups')
  expect(wrong.status).toBe(202)
  succeed()
  await vi.waitFor(async () => expect((await ask('GET', '/backups')).body.runningSince).toBeNull(), { interval: 1 })
  vi.setSystemTime(start + DAY_MS)
  const { ended, isRunning } = await tick()
  expect(isRunning).toBe(true)
  succeed()
  await ended
  expect((await tick()).isRunning).toBe(false)
})

test('a failed backup is shown at the desk until the next success, mailed to every admin, and logged', async () => {
  const { logger, lines } = createLogRecorder()
  const { ask, read, tick, fail, succeed, mails } = await createSite({ logger })
  await ask('PUT', '/backups', daily)
  vi.setSystemTime(start + DAY_MS)
  const failing = await tick()
  fail('The disk is full.')
  await failing.ended
  expect((await read()).last).toMatchObject({ backup: null, problem: 'The disk is full.' })
  expect(lines()).toContainEqual(
    expect.objectContaining({ level: 50, msg: 'a backup has failed', reason: 'The disk is full.' }),
  )
  expect((await ask('GET', '/inbox?kind=backup')).body.items).toMatchObject([
    { kind: 'backup', text: expect.any(String) },
  ])
  const [mail, ...others] = await mails()
  expect([mail?.to, mail?.subject, others]).toEqual(['ada@example.org', 'A backup has failed: The disk is full.', []])
  expect(mail?.text).toContain('/desk/backups')
  vi.setSystemTime(start + 2 * DAY_MS)
  const next = await tick()
  succeed()
  await next.ended
  expect((await ask('GET', '/inbox/counts')).body.waiting.backup).toBe(0)
  expect(await mails()).toHaveLength(1)
})

test('an admin can start a backup at once; a second start is refused while the backup runs', async () => {
  const { ask, read, made, succeed, logged } = await createSite()
  const { status, body } = await ask('POST', '/backups')
  expect([status, body.runningSince]).toEqual([202, start])
  const second = await ask('POST', '/backups')
  expect([second.status, second.body.code, made.length]).toEqual([409, 'backup_running', 1])
  expect(await logged()).toEqual(['Ada Admin | backup started | a backup | '])
  succeed()
  await vi.waitFor(async () => expect((await read()).last).toMatchObject({ problem: null }), { interval: 1 })
  expect((await read()).runningSince).toBeNull()
})

test('the setup step for backups is done when there is a backup', async () => {
  const { ask, succeed, tick } = await createSite()
  const step = async () => {
    const { steps } = (await ask('GET', '/setup')).body
    return steps.find(({ name }: { name: string }) => name === 'backup')
  }
  expect(await step()).toEqual({ name: 'backup', state: 'open', findings: {} })
  await ask('POST', '/backups')
  const { ended } = await tick()
  succeed()
  await ended
  expect(await step()).toEqual({ name: 'backup', state: 'done', findings: { backupAt: start } })
})

test('only one of several processes makes the backup, and the claim of a killed process expires', async () => {
  const { db, read, ask } = await createSite()
  const claims = await Promise.all([backupLease.claim(db), backupLease.claim(db), backupLease.claim(db)])
  expect(claims.filter(Boolean)).toHaveLength(1)
  expect((await read()).runningSince).toBe(start)
  expect((await ask('POST', '/backups')).status).toBe(409)
  vi.setSystemTime(start + 2 * MINUTE_MS)
  expect((await read()).runningSince).toBeNull()
  expect(await backupLease.claim(db)).not.toBeNull()
})

test('a shutdown interrupts a backup; the backup is not recorded as a failure and remains due', async () => {
  const { app, ask, tick, made, db, mails } = await createSite()
  await ask('PUT', '/backups', daily)
  vi.setSystemTime(start + DAY_MS)
  const { ended } = await tick()
  await app.close()
  await ended
  expect(made[0]?.signal.aborted).toBe(true)
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'backups.state')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(value)).toEqual({ runningSince: null, claimedUntil: 0, last: null })
  expect(await mails()).toEqual([])
})

test('only admins can use the calls about backups, and an invalid schedule is refused', async () => {
  const { call, db, ask, read } = await createSite()
  const partner = await addPerson(db, { roles: ['Partner'] })
  for (const [method, body] of [['GET'], ['PUT', daily], ['POST']] as const) {
    const options = body === undefined ? {} : { body }
    expect((await call(method, '/api/desk/backups', options)).statusCode).toBe(401)
    expect((await call(method, '/api/desk/backups', { ...options, token: partner.token })).statusCode).toBe(403)
  }
  const wrong = [{ time: '24:00' }, { time: '3:00' }, { keep: 0 }, { keep: 366 }, { keep: 1.5 }, { timeZone: '' }]
  for (const change of wrong)
    expect((await ask('PUT', '/backups', { ...daily, ...change })).status, JSON.stringify(change)).toBe(400)
  expect((await ask('PUT', '/backups', { ...daily, timeZone: 'Mars/Olympus' })).body.code).toBe('time_zone_unknown')
  // The schedule has no folder, so this field is ignored.
  const { body } = await ask('PUT', '/backups', { ...daily, folder: '/etc' })
  expect([body.folder, (await read()).folder]).toEqual(['/srv/backups', '/srv/backups'])
})

test('scheduled times follow the local time of their time zone, also across the changes to and from summer time', () => {
  const berlin = { time: '02:30', timeZone: 'Europe/Berlin' }
  expect(findNextScheduledTime(berlin, Date.UTC(2026, 5, 1, 12))).toBe(Date.UTC(2026, 5, 2, 0, 30))
  expect(findLastScheduledTime(berlin, Date.UTC(2026, 5, 1, 0, 30))).toBe(Date.UTC(2026, 5, 1, 0, 30))
  // On 29 March 2026, the clock goes from 2:00 to 3:00.
  expect(findNextScheduledTime(berlin, Date.UTC(2026, 2, 28, 12))).toBe(Date.UTC(2026, 2, 29, 1))
  // On 25 October 2026, 2:30 comes twice.
  expect(findNextScheduledTime(berlin, Date.UTC(2026, 9, 24, 12))).toBe(Date.UTC(2026, 9, 25, 0, 30))
  expect(findNextScheduledTime(berlin, Date.UTC(2026, 9, 25, 0, 30))).toBe(Date.UTC(2026, 9, 26, 1, 30))
  const kiritimati = { time: '00:00', timeZone: 'Pacific/Kiritimati' }
  for (let hour = 0; hour < 48; hour++) {
    const now = start + hour * HOUR_MS
    expect(findNextScheduledTime(kiritimati, now) - findLastScheduledTime(kiritimati, now)).toBe(DAY_MS)
    expect(findLastScheduledTime(kiritimati, now)).toBeLessThanOrEqual(now)
    expect(findNextScheduledTime(kiritimati, now)).toBeGreaterThan(now)
  }
})
