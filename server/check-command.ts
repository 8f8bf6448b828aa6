import { type CommandEnvironment, runCommandWithConfig } from './command-line.ts'
import { prepareDataDir } from './data-dir.ts'

const usage = 'node server/run-command.ts check   checks the settings and DATA_DIR, before a build takes its time'

/** Checks the settings and DATA_DIR as a start of the server does. Needs no build and no database. */
export const runSettingsCheckCommand = (args: readonly string[], commandLine: CommandEnvironment): Promise<number> =>
  runCommandWithConfig(commandLine, usage, () =>
    args.length > 0
      ? null
      : async (config) => {
          prepareDataDir(config.DATA_DIR)
          return 0
        },
  )
