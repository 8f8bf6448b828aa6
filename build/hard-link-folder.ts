import { copyFileSync, linkSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * Creates a hard link to a file, or a copy where the disk has no hard links. Later changes must replace a linked file,
 * because a change in place would change the file under both names.
 */
export function hardLinkFile(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

/** Links all files of a folder (`hardLinkFile`) into another folder. */
export function hardLinkFolder(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) hardLinkFolder(source, target)
    else hardLinkFile(source, target)
  }
}
