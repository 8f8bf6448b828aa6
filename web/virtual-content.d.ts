declare module 'virtual:content' {
  /** Every page, in menu order (build/content.ts). */
  export const pages: import('./kit/page.ts').PageSummary[]
  /** Loads the words of the page in the same place; a private page has none here. */
  export const contents: ((() => Promise<typeof import('*.mdx')>) | undefined)[]
}

declare module 'virtual:private-content' {
  /** The words of the private pages by their files. */
  export const privateContents: Record<string, typeof import('*.mdx') | undefined>
}
