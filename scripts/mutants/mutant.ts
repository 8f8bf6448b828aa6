/** A small break of the specification, and the tests that must detect it (`npm run mutants`). */
export interface Mutant {
  /** The broken row of docs/spec/checklist.md. */
  row: string
  /** The faulty behaviour in words. */
  change: string
  file: string
  /** A text that occurs in the file exactly once. */
  find: string
  replace: string
  tests: string[]
}
