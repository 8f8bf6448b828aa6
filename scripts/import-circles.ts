import { listImports, resolveImport } from './directions.ts'

/**
 * Finds the circles of imports: groups of files that import each other in a circle. Counts imports of types too
 * (Tarjan's strongly connected components).
 * @param files the text of every source file by its path relative to the root
 * @returns the files of each circle, sorted
 */
export function findImportCircles(files: Record<string, string>): string[][] {
  const circles: string[][] = []
  const order = new Map<string, number>()
  const open: string[] = []
  /** Visits a file. Returns the earliest open file that it reaches. */
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
