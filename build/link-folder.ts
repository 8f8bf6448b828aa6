import { copyFileSync, linkSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * Gives a file a second name in another folder. Both names stay equal only while the file is replaced and never changed
 * in place. Where the disk has no hard links, the file is copied.
 */
export function linkFile(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

/** Links all files of a folder (`linkFile`) into another folder. */
export function linkFolder(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) linkFolder(source, target)
    else linkFile(source, target)
  }
}
