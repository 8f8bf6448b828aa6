import type { CommandEnvironment } from './command-line.ts'

type Command = (args: readonly string[], commandLine: CommandEnvironment) => Promise<number>

/** The commands of the site, by the argument that names them. The code of each is loaded when it is used. */
const commands: Record<string, () => Promise<Command>> = {
  admin: async () => (await import('./admin.ts')).runAdminCommand,
  backup: async () => (await import('./backup-command.ts')).runBackupCommand,
  check: async () => (await import('./check-command.ts')).runSettingsCheckCommand,
  comments: async () => (await import('./comments-command.ts')).runCommentsCommand,
  doctor: async () => (await import('./doctor.ts')).runDoctorCommand,
}

/**
 * Finds the command that the first argument names. @returns a function that runs it with the other arguments; null when
 * there is no such command
 */
export function findCommandRunner([name = '', ...args]: readonly string[]):
  | ((commandLine: CommandEnvironment) => Promise<number>)
  | null {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  return load ? async (commandLine) => (await load())(args, commandLine) : null
}
