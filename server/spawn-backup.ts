import { type BackupSummary, backupFileSchema } from '#contract/backups.ts'
import { runNodeProcess } from './spawn-node.ts'

/**
 * Makes a scheduled backup in a process of its own, so that hashing and checking do not slow the site down. The signal
 * ends the process.
 * @param program the file that runs the server and its commands (commands.ts)
 * @param keep the number of scheduled backups to keep
 * @throws {Error} with the sentence that the process has printed
 */
export async function runScheduledBackupProcess(
  program: string,
  keep: number,
  signal: AbortSignal,
): Promise<BackupSummary> {
  const { code, output, complaints } = await runNodeProcess([program, 'backup', 'scheduled', String(keep)], { signal })
  if (code !== 0) throw new Error(complaints.slice(0, 1_000) || `The backup ended with the code ${code}.`)
  return backupFileSchema.parse(JSON.parse(output))
}
