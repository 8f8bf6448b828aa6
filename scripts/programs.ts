import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where a program of one of these names is on the PATH. */
export function findProgramsOnPath(...names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter((file) => existsSync(file))
}

/** Runs a command to its end; what it says is shown. */
export function runCommand(command: string, ...args: string[]): void {
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
}

/** Installs a package of Debian, where this is root on one. Whether it is there afterwards is for the caller to see. */
export function installDebianPackage(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  runCommand('apt-get', 'update', '-qq')
  runCommand('apt-get', 'install', '-y', '-qq', name)
}
