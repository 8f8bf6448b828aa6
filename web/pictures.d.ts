declare module '*?picture' {
  /**
   * Created by build/articles/pictures.ts. For each format, it has the picture in several widths. The widest picture is
   * the fallback.
   */
  const picture: import('./articles/picture.tsx').PictureAsset
  export default picture
}
declare module '*?code' {
  /** Created by build/articles/code-files.ts: the URLs of the file and of its highlighted parts. */
  const file: import('./articles/code-file.tsx').CodeFileAsset
  export default file
}
declare module '*.mdx' {
  export const headings: import('./kit/page.ts').Heading[]
  /** Reading time in whole minutes. */
  export const minutes: number
  export const scene: import('./look/picture.ts').ScenePicture
  /** The paths of related articles, the most similar first. */
  export const related: string[]
  const Content: (props: { components?: Record<string, unknown> }) => import('react').ReactNode
  export default Content
}
