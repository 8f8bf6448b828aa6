import path from 'node:path'
import { readTextIfExists } from '../../build/read-text.ts'

/**
 * Returns what operators must know about a new version: the lines under "For operators" in its CHANGELOG.md that are
 * not in the CHANGELOG.md of the installed version.
 * @param former the CHANGELOG.md of the installed version
 * @param next the CHANGELOG.md of the new version
 */
function extractOperatorNotes(former: string, next: string): string {
  const known = new Set(former.split('\n'))
  const sections = [...next.matchAll(/^### For operators\n([\s\S]*?)(?=^#{2,3} |$(?![\s\S]))/gm)]
  return sections
    .flatMap(([, section = '']) => section.split('\n'))
    .filter((line) => line.trim() !== '' && !known.has(line))
    .join('\n')
}

/**
 * Reads what operators must know about a new version (`extractOperatorNotes`).
 * @param folder the folder of the installed version
 * @param next the folder of the new version
 */
export function readOperatorNotes(folder: string, next: string): string {
  const read = (root: string) => readTextIfExists(path.join(root, 'CHANGELOG.md')) ?? ''
  return extractOperatorNotes(read(folder), read(next))
}
