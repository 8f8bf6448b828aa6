/** A small code change that breaks the specification, and the tests that must detect the change (`npm run mutants`). */
export interface Mutant {
  /** The row of docs/spec/checklist.md that the change breaks. */
  row: string
  /** The faulty behaviour in words. */
  change: string
  file: string
  /** A text that occurs in the file exactly once. */
  find: string
  replace: string
  tests: string[]
}
