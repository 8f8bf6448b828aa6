/** Returns the number of letters to insert, remove or replace to turn one word into the other (Levenshtein). */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (const [j, otherLetter] of [...other].entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === otherLetter ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}

/** Returns at most three names that are most like a misspelt name, the most similar first. */
export function findNearestNames(misspelt: string, names: Iterable<string>): string[] {
  const wanted = misspelt.toLowerCase()
  return [...names]
    .map((name) => ({ name, edits: countEdits(wanted, name.toLowerCase()) - (name.startsWith(wanted) ? 2 : 0) }))
    .sort((a, b) => a.edits - b.edits || a.name.localeCompare(b.name))
    .slice(0, 3)
    .map(({ name }) => name)
}
