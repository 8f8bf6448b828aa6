import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { type BackupFile, backupFile } from '#contract/backups.ts'

/** The first argument with which the server's program makes a scheduled backup and ends. */
export const SCHEDULED = 'scheduled'

/**
 * Makes a scheduled backup in a process of its own, so that hashing and checking do not slow the site down. The process
 * ends with the signal.
 * @param program the file that runs the server
 * @throws {Error} with the sentence that the process has printed
 */
export async function spawnBackup(program: string, keep: number, signal: AbortSignal): Promise<BackupFile> {
  const child = spawn(process.execPath, [...process.execArgv, program, SCHEDULED, String(keep)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  const [[code], output, complaints] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ])
  if (code !== 0) throw new Error(complaints.trim().slice(0, 1_000) || `The backup ended with the code ${code}.`)
  return backupFile.parse(JSON.parse(output))
}
