/** One small break of the specification, and the tests that must notice it (`npm run mutants`). */
export interface Mutant {
  /** The row of docs/spec/checklist.md that it breaks. */
  row: string
  /** What is wrong with the product then. */
  change: string
  file: string
  /** A text that stands in the file exactly once. */
  find: string
  replace: string
  tests: string[]
}
