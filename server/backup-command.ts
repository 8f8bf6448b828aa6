import { findBackupProblemsByRestoring } from './backups/check-backup.ts'
import { createBackup, type SiteDataLocation } from './backups/create-backup.ts'
import { readManifest, sumFileBytes, sumRowCounts } from './backups/manifest.ts'
import { restoreBackup } from './backups/restore-backup.ts'
import { createBackupAndPruneOld } from './backups/scheduled-backup.ts'
import { type CommandEnvironment, parseArgumentsOrEmpty, runCommandWithConfig, writeLine } from './command-line.ts'
import type { Config } from './config.ts'
import { prepareDataDir, readDatabaseLocation } from './data-dir.ts'
import { findUnreadableListsOfRestoredSite } from './find-unreadable-lists.ts'
import { type BuildOutput, readBuildOutput } from './http/build-output.ts'
import { StartError } from './http/start-error.ts'

/** `npm run backup`, `npm run backup:check` and `npm run restore`. */

const usage = `npm run backup -- DIR           backs the site up into the new folder DIR, while it runs
npm run backup:check -- DIR     restores the backup into a temporary folder, starts the site on it and compares
npm run restore -- DIR          restores the backup; the site must be stopped
    --overwrite                 also when the site has accounts; its data are set aside`

const options = { overwrite: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } as const

function parseWork(
  args: readonly string[],
  commandLine: CommandEnvironment,
): ((config: Config) => Promise<number>) | 'help' | null {
  const { values, positionals } = parseArgumentsOrEmpty(args, options)
  const [command, folder, ...more] = positionals
  const say = (text: string) => writeLine(commandLine.stdout, text)
  if (values.help) return 'help'
  if (!folder || more.length > 0 || (values.overwrite && command !== 'restore')) return null
  if (command === 'create') return (config) => create(config, folder, say)
  if (command === 'check') return (config) => check(config, folder, commandLine)
  if (command === 'restore') return (config) => restore(config, folder, values.overwrite, say)
  if (command === 'scheduled')
    return async (config) => {
      const readSite = siteReader(config)
      const made = await createBackupAndPruneOld(siteData(config), Number(folder), readSite)
      say(JSON.stringify(made))
      return 0
    }
  return null
}

type Say = (text: string) => void

async function create(config: Config, folder: string, say: Say): Promise<number> {
  const manifest = await createBackup(siteData(config), folder)
  const size = `${sumRowCounts(manifest)} rows in ${Object.keys(manifest.tables).length} tables, ${sumFileBytes(manifest)} bytes`
  say(`The backup in ${folder} is complete: ${size}.`)
  say(`Check that it can be restored: npm run backup:check -- ${folder}`)
  return 0
}

async function check(config: Config, folder: string, { stdout, stderr }: CommandEnvironment): Promise<number> {
  const problems = await findBackupProblemsByRestoring(folder, config.DATABASE_URL, siteReader(config))
  const manifest = readManifest(folder)
  if (problems.length === 0) {
    const facts = `${sumRowCounts(manifest)} rows in ${Object.keys(manifest.tables).length} tables are as they were`
    writeLine(
      stdout,
      `The backup in ${folder} can be restored: ${facts}, and the site starts on it and reads every list.`,
    )
    return 0
  }
  writeLine(stderr, `The backup in ${folder} is damaged. Do not rely on it, and make a new one.`)
  for (const problem of problems) writeLine(stderr, `- ${problem}`)
  return 1
}

async function restore(config: Config, folder: string, overwrite: boolean, say: Say): Promise<number> {
  prepareDataDir(config.DATA_DIR)
  const { manifest, former, formerFiles } = await restoreBackup(siteData(config), folder, overwrite)
  say(`Restored the backup of ${new Date(manifest.createdAt).toISOString()}: ${sumRowCounts(manifest)} rows.`)
  for (const table of ['users', 'comments', 'orders'] as const)
    if (manifest.tables[table]) say(`- ${table}: ${manifest.tables[table].rows}`)
  const sayPlaces = (what: string, places: readonly string[]) => {
    if (places.length > 0) say(`${what} are in ${places.join(', ')}. Delete them when the site works.`)
  }
  sayPlaces('The former data', former)
  sayPlaces('The former files of DATA_DIR', formerFiles)
  say('Start the site, or restart it. Mail that waited when the backup was made is sent again.')
  return 0
}

/** Returns where the data of the site are, and the version of the build when there is one. */
function siteData(config: Config): SiteDataLocation {
  const { DATA_DIR: dataDir, BACKUP_DIR: backupDir } = config
  return {
    location: readDatabaseLocation(config),
    dataDir,
    backupDir,
    version: findBuild(config)?.version ?? null,
  }
}

function findBuild({ BUILD_DIR }: Config): BuildOutput | null {
  try {
    return readBuildOutput(BUILD_DIR)
  } catch (error) {
    if (error instanceof StartError) return null
    throw error
  }
}

/** Returns a function that starts this build on a restored database. @throws {StartError} when there is no build */
function siteReader({ BUILD_DIR }: Config): Parameters<typeof findBackupProblemsByRestoring>[2] {
  const build = readBuildOutput(BUILD_DIR)
  return (location) => findUnreadableListsOfRestoredSite(build, location)
}

export const runBackupCommand = (args: readonly string[], commandLine: CommandEnvironment): Promise<number> =>
  runCommandWithConfig(commandLine, usage, () => parseWork(args, commandLine))
