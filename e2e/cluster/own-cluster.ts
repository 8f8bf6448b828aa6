import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type CuttableLink,
  freePort,
  type OwnPostgresServer,
  openLink,
  startOwnPostgres,
  startRedis,
} from '@hobohat/hub/testing'
import { onTestFinished } from 'vitest'
import { Cluster } from '../../scripts/cluster/cluster.ts'
import { connect, type Database } from '../../server/db/database.ts'
import { buildFolder } from '../services/ports.ts'

/** Several processes of the built site that share Postgres and Redis, or one process with SQLite, until the test ends. */
export interface OwnCluster {
  cluster: Cluster
  db: Database
  /** Null with SQLite. */
  postgres: OwnPostgresServer | null
  /** The link of each process to Redis; none with SQLite. */
  redisLinks: CuttableLink[]
  /** The output of the processes. */
  output: string[]
}

export async function startOwnCluster(size: number): Promise<OwnCluster> {
  const data = mkdtempSync(path.join(tmpdir(), 'cluster-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const isShared = size > 1
  const postgres = isShared ? await startOwnPostgres() : null
  if (postgres) onTestFinished(() => postgres.stop())
  const redis = isShared ? await startRedis() : null
  if (redis) onTestFinished(() => redis.stop())
  const redisLinks = redis ? await Promise.all(Array.from({ length: size }, () => openLink(redis.url))) : []
  for (const link of redisLinks) onTestFinished(() => link.close())
  const port = await freePort()
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
      ...(postgres && { DATABASE_URL: postgres.url, REDIS_URL: redisLinks[at]?.url ?? '' }),
    }),
    print: (line) => output.push(line),
  })
  onTestFinished(() => cluster.close())
  const db = await connect({ url: postgres?.url, file: path.join(data, '0/data/site.sqlite') })
  onTestFinished(() => db.destroy())
  return { cluster, db, postgres, redisLinks, output }
}
