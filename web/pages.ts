import { pages as articles } from 'virtual:content'
import type { PageSummary } from './kit/page.ts'
import { screens } from './screens.ts'

/** Every page of the site: the author's words, then the screens. */
export const pages: PageSummary[] = [...articles, ...screens]
