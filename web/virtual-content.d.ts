declare module 'virtual:content' {
  /** Every page, in menu order (build/content.ts). */
  export const pages: import('./kit/page.ts').PageSummary[]
}

declare module 'virtual:texts' {
  /** Functions that load the content of the page at the same index; undefined for private pages and lists of articles. */
  export const contents: ((() => Promise<typeof import('*.mdx')>) | undefined)[]
}

declare module 'virtual:private-content' {
  /** The content of the private pages by their files. */
  export const privateContents: Record<string, typeof import('*.mdx') | undefined>
}

declare module 'virtual:scene/*' {
  /** A scene of content/scenes or web/scenes/own (build/scenes.ts). */
  export const picture: import('./look/picture.ts').Picture
}
