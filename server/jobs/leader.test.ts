import { type OwnPostgresServer, startOwnPostgres } from '@hobohat/hub/testing'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createRecordingLog } from '../testing/outbox.ts'
import { buildDatabaseUrl, buildSchemaUrl, runStatement } from '../testing/postgres-template.ts'
import { leadByPostgresLock } from './leader.ts'

const WITHIN = { timeout: 20_000, interval: 20 }

let postgres: OwnPostgresServer
let made = 0
beforeAll(async () => {
  postgres = await startOwnPostgres()
  return () => postgres.stop()
})

/**
 * Starts processes of one site. `leading`: the processes that lead now. `most`: how many have led at the same time.
 * @param findUrl returns the database of a process, such as one with another schema
 */
async function startProcesses(names: readonly string[], findUrl = (database: string, _process: string) => database) {
  const name = `leader_${++made}`
  await runStatement(postgres.url, `create database ${name}`)
  const database = buildDatabaseUrl(postgres.url, name)
  const leading = new Set<string>()
  const seen = { most: 0 }
  const { log, lines } = createRecordingLog()
  const processes = new Map(
    names.map((process) => {
      const start = () => {
        leading.add(process)
        seen.most = Math.max(seen.most, leading.size)
        return async () => leading.delete(process)
      }
      return [process, leadByPostgresLock({ url: findUrl(database, process), log, retryMs: 10 })(start)]
    }),
  )
  const stop = async (process: string) => processes.get(process)?.()
  onTestFinished(async () => {
    await Promise.all(names.map(stop))
  })
  const leader = () => vi.waitUntil(() => [...leading].find(Boolean), WITHIN)
  return { leading, leader, seen, stop, lines, endConnections: () => endConnections(name) }
}

const endConnections = (database: string) =>
  runStatement(
    postgres.url,
    `select pg_terminate_backend(pid) as datname from pg_stat_activity
     where datname = '${database}' and pid in (select pid from pg_locks where locktype = 'advisory')`,
  )

test('one of three processes leads, and after it stops, another one leads', async () => {
  const { leading, leader, seen, stop } = await startProcesses(['a', 'b', 'c'])
  const first = await leader()
  await stop(first)
  expect(leading).not.toContain(first)
  const second = await leader()
  await stop(second)
  expect(new Set([first, second, await leader()]).size).toBe(3)
  expect(seen.most).toBe(1)
})

test('two sites in two schemas of one database have a leader each', async () => {
  // Each database has these two schemas.
  const schemas = ['public', 'pg_catalog']
  const { leading } = await startProcesses(schemas, buildSchemaUrl)
  await expect.poll(() => [...leading].toSorted(), WITHIN).toEqual(schemas.toSorted())
})

test('when its connection ends, the leader stops leading, and one process leads again', async () => {
  const { leading, leader, endConnections, lines } = await startProcesses(['a', 'b'])
  const terms = () => lines.filter(({ message }) => message === 'this process leads the site').length
  await leader()
  await endConnections()
  // The next leader may have the lock before the former one notices that its connection ended.
  await expect.poll(() => [terms(), leading.size], WITHIN).toEqual([2, 1])
})

test('during an outage of Postgres no process leads and the log says so once; afterwards one process leads again', async () => {
  const { leading, leader, lines, stop } = await startProcesses(['a'])
  const warnings = () => lines.filter(({ message }) => message === 'no process can lead the site').length
  await leader()
  await postgres.crash()
  await expect.poll(() => [leading.size, warnings()], WITHIN).toEqual([0, 1])
  await postgres.restart()
  await leader()
  expect(warnings()).toBe(1)
  await stop('a')
  expect(leading.size).toBe(0)
})

test('a process that is stopped while it cannot connect to Postgres ends at once and never leads', async () => {
  const start = vi.fn(() => async () => {})
  await postgres.crash()
  const stop = leadByPostgresLock({ url: postgres.url, log: createRecordingLog().log })(start)
  await stop()
  await postgres.restart()
  expect(start).not.toHaveBeenCalled()
})
