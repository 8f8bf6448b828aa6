import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where a program of one of these names is on the PATH. */
export function programsOnPath(...names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter((file) => existsSync(file))
}

/** Runs a command to its end; what it says is shown. */
export function run(command: string, ...args: string[]): void {
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
}

/** Installs a package of Debian, where this is root on one. Whether it is there afterwards is for the caller to see. */
export function installFromDebian(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  run('apt-get', 'update', '-qq')
  run('apt-get', 'install', '-y', '-qq', name)
}
