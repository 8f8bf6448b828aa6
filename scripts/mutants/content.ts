import type { Mutant } from './mutant.ts'

/**
 * Mutants of the specification's chapter 2: how pages are shown, whatever their text. Mutants of the author's text are
 * in content/tests/.
 */
export const pageLayoutMutants: Mutant[] = [
  {
    row: 'S2.06',
    change: 'a spec grid has another default title',
    file: 'web/articles/spec-grid.tsx',
    find: "title = 'PC Build Specs'",
    replace: "title = 'Specs'",
  },
  {
    row: 'S2.14',
    change: 'titles have a bar in place of the hyphen',
    file: 'web/kit/head.ts',
    find: '} - $',
    replace: '} | $',
    tests: ['build/head.test.ts'],
  },
  {
    row: 'S2.15',
    change: 'a page without a description does not get the default description',
    file: 'web/kit/head.ts',
    find: 'page.description || site.description',
    replace: 'page.description',
    tests: ['build/head.test.ts'],
  },
  {
    row: 'S2.15',
    change: 'pages have no canonical link',
    file: 'web/kit/head.ts',
    find: "rel: 'canonical'",
    replace: "rel: 'alternate'",
    tests: ['build/head.test.ts'],
  },
  {
    row: 'S2.15',
    change: 'pages have no Open Graph title',
    file: 'web/kit/head.ts',
    find: "    property('og:title', page.title),\n",
    tests: ['build/head.test.ts'],
  },
]
