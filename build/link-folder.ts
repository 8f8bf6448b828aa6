import { copyFileSync, linkSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * Creates a hard link to a file, or a copy where the disk has no hard links. Later changes must replace a linked file,
 * because a change in place would change the file under both names.
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
