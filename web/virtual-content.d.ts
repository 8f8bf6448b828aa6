declare module 'virtual:content' {
  /** Every page, in menu order (build/content.ts). */
  export const pages: import('./kit/page.ts').PageSummary[]
}
