import type { PageSummary } from './page.ts'
import { useFeatures, type WebFeature } from './web-feature.ts'

/** Returns the sections that features add below the text of a page. Pages in the footer have none. */
export const useArticleEndSections = (page: PageSummary): NonNullable<WebFeature['articleEnd']>[] =>
  useFeatures().flatMap(({ articleEnd }) => (articleEnd && !page.footer ? [articleEnd] : []))

/** Renders the sections that features add below the text of a page. */
export const ArticleEndSections = ({ page }: { page: PageSummary }) =>
  useArticleEndSections(page).map(({ heading, Section }) => <Section key={heading.id} page={page} />)
