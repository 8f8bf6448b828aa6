import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A disk that a test can fill. */
export interface SmallDisk {
  fill: () => void
  empty: () => void
}

/** Mounts a small RAM disk at a folder until the test ends. Returns null when the current user may not mount disks. */
export function mountSmallDisk(folder: string, sizeMb: number): SmallDisk | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return null
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  const ballast = path.join(folder, 'ballast')
  return {
    fill: () => {
      // A large block may leave room for smaller ones, so each smaller size fills the space that is left.
      for (let size = 1024 * 1024; size >= 512; size /= 2) fillWith(ballast, Buffer.alloc(size))
    },
    empty: () => rmSync(ballast, { force: true }),
  }
}

function fillWith(file: string, block: Buffer): void {
  try {
    for (;;) writeFileSync(file, block, { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
