import { listImports, resolveImport } from './directions.ts'

/**
 * Finds the circles of imports, which are groups of files that import each other directly or indirectly. Imports of
 * types count too. The algorithm is Tarjan's for strongly connected components.
 * @param files the text of every source file by its path relative to the root
 * @returns the files of each circle, sorted
 */
export function findImportCircles(files: Record<string, string>): string[][] {
  const circles: string[][] = []
  const order = new Map<string, number>()
  const open: string[] = []
  /** Visits a file and the files that it imports. @returns the lowest number of an open file that the file reaches */
  const visit = (file: string): number => {
    const number = order.size
    order.set(file, number)
    open.push(file)
    let earliest = number
    for (const name of listImports(files[file] ?? '')) {
      const target = resolveImport(file, name)
      if (target === null || !(target in files)) continue
      if (target === file) circles.push([file])
      if (!order.has(target)) earliest = Math.min(earliest, visit(target))
      else if (open.includes(target)) earliest = Math.min(earliest, order.get(target) ?? number)
    }
    if (earliest < number) return earliest
    const component = open.splice(open.indexOf(file))
    if (component.length > 1) circles.push(component.sort())
    return earliest
  }
  for (const file of Object.keys(files)) if (!order.has(file)) visit(file)
  return circles
}
