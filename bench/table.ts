/** Prints a table with a title and column names. The first column is aligned left, all others right. */
export function printTable(title: string, columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = columns.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    widths
      .map((width, column) =>
        column === 0 ? (cells[column] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width),
      )
      .join('  ')
  console.log(`\n${title}`)
  console.log(line(columns))
  console.log(widths.map((width) => '─'.repeat(width)).join('──'))
  for (const row of rows) console.log(line(row))
}

/** Returns the word in a table that says whether a goal is met. */
export const formatMetOrMissed = (isMet: boolean): string => (isMet ? 'met' : 'MISSED')
