import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Runs a command, shows its output and waits for its end. */
export function runOptionalCommand(command: string, ...args: string[]): void {
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
}

/** Tries to install a Debian package, when run as root on Debian. The caller checks the result. */
export function tryInstallDebianPackage(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  runOptionalCommand('apt-get', 'update', '-qq')
  runOptionalCommand('apt-get', 'install', '-y', '-qq', name)
}
