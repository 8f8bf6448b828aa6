/**
 * Returns what operators must know of a new version: the lines under "For operators" in its CHANGELOG.md that the former
 * one lacks.
 */
export function extractOperatorNotes(former: string, next: string): string {
  const known = new Set(former.split('\n'))
  const sections = [...next.matchAll(/^### For operators\n([\s\S]*?)(?=^#{2,3} |$(?![\s\S]))/gm)]
  return sections
    .flatMap(([, section = '']) => section.split('\n'))
    .filter((line) => line.trim() !== '' && !known.has(line))
    .join('\n')
}
