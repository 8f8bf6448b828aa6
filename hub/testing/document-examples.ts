/** A block of TypeScript in a page of docs/. */
export interface DocumentExample {
  /** The name of the page and the number of the block in it: `methods-1`. */
  name: string
  code: string
  /** The lines that the program prints, when the page shows them. */
  output?: string
}

const blocks = /^```ts\n([\s\S]*?)^```\n(?:\nIt prints:\n\n```text\n([\s\S]*?)```\n)?/gm

/**
 * Returns the blocks of TypeScript in a page. If the page shows the output of a block, the block is a whole program.
 */
export function extractExamples(page: string, text: string): DocumentExample[] {
  return [...text.matchAll(blocks)].map(([, code = '', output], at) => ({
    name: `${page}-${at + 1}`,
    code,
    ...(output !== undefined && { output }),
  }))
}
