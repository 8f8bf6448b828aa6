import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type CuttableLink,
  findFreePort,
  type OwnPostgresServer,
  openCuttableLink,
  startOwnPostgres,
  startRedis,
} from '@hobohat/hub/testing'
import { onTestFinished } from 'vitest'
import { Cluster } from '../../scripts/cluster/cluster.ts'
import { connectDatabase, type Database } from '../../server/db/database.ts'
import { buildFolder } from '../services/ports.ts'
import { createFalseClock, type FalseClock } from './false-clock.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

const SQLITE_DISK_MB = 64
const POSTGRES_DISK_MB = 512

/**
 * A site that runs until the test ends: several processes that share Postgres and Redis, or one process with SQLite.
 */
export interface OwnCluster {
  cluster: Cluster
  db: Database
  /** The Postgres server; null with SQLite. */
  postgres: OwnPostgresServer | null
  /** For each process, its link to Redis, which can be cut; empty with SQLite. */
  redisLinks: CuttableLink[]
  /**
   * The disk with the database of the site; null without `isBreakable`, and when the current user may not mount disks.
   */
  disk: SmallDisk | null
  /** The clocks of the processes; empty without `isBreakable`, and when faketime is not installed. */
  clocks: FalseClock[]
  /** The lines that the processes have printed. */
  output: string[]
}

/**
 * Starts a site.
 * @param size the number of processes; 1 uses SQLite
 * @param isBreakable whether the disk can be filled and the clocks can be set
 */
export async function startOwnCluster(size: number, { isBreakable = false } = {}): Promise<OwnCluster> {
  const data = createFolder('cluster-')
  const isShared = size > 1
  const databaseFolder = isShared ? createFolder('cluster-database-') : data
  const disk = isBreakable ? mountSmallDisk(databaseFolder, isShared ? POSTGRES_DISK_MB : SQLITE_DISK_MB) : null
  const clockFolder = createFolder('clocks-')
  const clocks = isBreakable
    ? Array.from({ length: size }, (_, at) => createFalseClock(clockFolder, String(at))).filter(
        (clock) => clock !== null,
      )
    : []
  // Postgres does not run as root. Its user can enter `databaseFolder` only when the disk is mounted there. Without a
  // disk, Postgres gets another folder.
  const postgres = isShared ? await startOwnPostgres(disk ? databaseFolder : undefined) : null
  if (postgres) onTestFinished(() => postgres.stop())
  const redis = isShared ? await startRedis() : null
  if (redis) onTestFinished(() => redis.stop())
  const redisLinks = redis ? await Promise.all(Array.from({ length: size }, () => openCuttableLink(redis.url))) : []
  for (const link of redisLinks) onTestFinished(() => link.close())
  const port = await findFreePort()
  const output: string[] = []
  const cluster = await Cluster.start({
    dist: path.resolve(buildFolder),
    data,
    port,
    size,
    settings: (at) => ({
      ORIGINS: `http://127.0.0.1:${port}`,
      LOG_LEVEL: 'warn',
      SAMPLES: 'off',
      ...clocks[at]?.settings,
      ...(postgres && { DATABASE_URL: postgres.url, REDIS_URL: redisLinks[at]?.url ?? '' }),
    }),
    print: (line) => output.push(line),
  })
  onTestFinished(() => cluster.close())
  const db = await connectDatabase({ url: postgres?.url, file: path.join(data, '0/data/site.sqlite') })
  onTestFinished(() => db.destroy())
  return { cluster, db, postgres, redisLinks, disk, clocks, output }
}

/** Creates a folder that is deleted when the test ends. */
function createFolder(prefix: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), prefix))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
