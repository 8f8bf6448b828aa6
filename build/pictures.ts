import type { Plugin } from 'vite'
import { imagetools } from 'vite-imagetools'

/** Handles `import x from './flow.svg?picture'`: see web/articles/picture.tsx. */
export function picturePlugin(): Plugin {
  return imagetools({
    include: /\?picture$/,
    defaultDirectives: (url) => {
      if (!url.searchParams.has('picture')) return new URLSearchParams()
      return new URLSearchParams({ format: 'avif;png', w: '480;800;1400', effort: '3', as: 'picture' })
    },
  }) as Plugin
}
