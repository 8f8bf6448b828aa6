declare module 'virtual:content' {
  /** Every page of the site, in the order of the menu (build/content.ts). */
  export const pages: import('./kit/page.ts').PageSummary[]
}

declare module 'virtual:page-modules' {
  /**
   * For each page, by its index, the function that loads its module. Undefined for private pages and for lists of
   * articles. Undefined also for pages without code of their own, whose content is a text (articles/text.ts).
   */
  export const contents: ((() => Promise<typeof import('*.mdx')>) | undefined)[]
}

declare module 'virtual:private-content' {
  /** The modules of the private pages with code of their own, by file. */
  export const privateContents: Record<string, typeof import('*.mdx') | undefined>
}

declare module 'virtual:scene/*' {
  /** A scene of content/scenes or web/scenes/own (build/scenes.ts). */
  export const picture: import('./look/picture.ts').ScenePicture
}
