import { formatCountWithNoun } from '#contract/format-count.ts'
import { checkSettingNamesInEnvFile } from './check-env-file-names.ts'
import {
  checkBackupAge,
  checkBuild,
  checkEnvFilePermissions,
  checkFolderAndFreeSpace,
  checkNodeVersion,
  checkPort,
  checkTimeZones,
} from './check-machine.ts'
import { checkDatabase, checkMailServer, checkPublicAddress, checkRedis } from './check-services.ts'
import { type CommandEnvironment, runCommandWithConfig, writeLine } from './command-line.ts'
import type { Config } from './config.ts'
import { findFolderProblem } from './db/folders.ts'
import type { Finding } from './finding.ts'

/** `npm run doctor`: checks the set-up of the site, and says what is wrong and what to do. Changes nothing. */

const usage = 'npm run doctor   checks the set-up of the site, and says what is wrong and what to do'

const marks: Record<Finding['state'], string> = { good: '✓', warning: '!', bad: '✗' }

/** Runs all checks, in the order in which a start of the site uses the checked parts. */
export async function runChecks(config: Config): Promise<Finding[]> {
  const { version, ...build } = checkBuild(config)
  // When DATA_DIR has a problem, the check of the database file would only report the same problem again.
  const hasDatabase = config.DATABASE_URL !== undefined || findFolderProblem('DATA_DIR', config.DATA_DIR) === null
  return [
    checkNodeVersion(),
    checkTimeZones(),
    checkFolderAndFreeSpace('DATA_DIR', config.DATA_DIR),
    checkFolderAndFreeSpace('BACKUP_DIR', config.BACKUP_DIR),
    ...checkEnvFilePermissions(),
    ...checkSettingNamesInEnvFile(),
    build,
    await checkPort(config, version),
    ...(hasDatabase ? await checkDatabase(config) : []),
    ...(await checkRedis(config)),
    await checkMailServer(config),
    ...(await checkPublicAddress(config, version)),
    checkBackupAge(config),
  ]
}

export const runDoctorCommand = (args: readonly string[], commandLine: CommandEnvironment): Promise<number> =>
  runCommandWithConfig(commandLine, usage, () => {
    if (args.length > 0) return args[0] === '--help' || args[0] === 'help' ? 'help' : null
    return async (config) => {
      const findings = await runChecks(config)
      for (const { state, text, remedy } of findings)
        writeLine(commandLine.stdout, `${marks[state]} ${text}${remedy ? `\n  ${remedy}` : ''}`)
      const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length
      const [faults, warnings] = [count('bad'), count('warning')]
      writeLine(commandLine.stdout, summarise(faults, warnings))
      return faults > 0 ? 1 : 0
    }
  })

function summarise(faults: number, warnings: number): string {
  if (faults + warnings === 0) return '\nEverything is as it should be.'
  const parts = [
    ...(faults > 0 ? [formatCountWithNoun(faults, 'fault', 'faults')] : []),
    ...(warnings > 0 ? [formatCountWithNoun(warnings, 'warning', 'warnings')] : []),
  ]
  return `\n${parts.join(' and ')}.`
}
