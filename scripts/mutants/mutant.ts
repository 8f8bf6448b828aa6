/**
 * A small code change that breaks the specification, with the tests that must detect the change (`npm run mutants`).
 */
export interface Mutant {
  /** The row of docs/spec/checklist.md that the change breaks. */
  row: string
  /** A sentence that describes the faulty behaviour. */
  change: string
  file: string
  /** The text to replace, which occurs in the file exactly once. */
  find: string
  /** The replacement; by default, the text is removed. */
  replace?: string
  /** The files of the tests; by default, the tests beside the file. */
  tests?: string[]
}
