import {
  getPageDraft,
  getPageSource,
  getPageVersion,
  getPublication,
  listPages,
  listPageVersions,
} from '#contract/authoring.ts'
import { buildQuery } from '../../../api/build-query.ts'

/** The queries of the desk pages on which authors write. */
export const authoringQueries = {
  pages: () => buildQuery(['desk', 'pages', 'list'], listPages),
  source: (file: string) => buildQuery(['desk', 'pages', 'source', file], getPageSource, { query: { file } }),
  draft: (id: string) => buildQuery(['desk', 'pages', 'draft', id], getPageDraft, { params: { id } }),
  versions: (file: string) => buildQuery(['desk', 'pages', 'versions', file], listPageVersions, { query: { file } }),
  version: (file: string, commit: string) =>
    buildQuery(['desk', 'pages', 'versions', file, commit], getPageVersion, { params: { commit }, query: { file } }),
  publication: () => buildQuery(['desk', 'pages', 'publication'], getPublication),
}
