declare module 'virtual:content' {
  /** Every page of the site, in the order of the menu (build/content.ts). */
  export const pages: import('./kit/page.ts').PageSummary[]
}

declare module 'virtual:texts' {
  /**
   * For each page, by its index, the function that loads its content; undefined for private pages and lists of
   * articles.
   */
  export const contents: ((() => Promise<typeof import('*.mdx')>) | undefined)[]
}

declare module 'virtual:private-content' {
  /** The content of the private pages, by file. */
  export const privateContents: Record<string, typeof import('*.mdx') | undefined>
}

declare module 'virtual:scene/*' {
  /** A scene of content/scenes or web/scenes/own (build/scenes.ts). */
  export const picture: import('./look/picture.ts').Picture
}
