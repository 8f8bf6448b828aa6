import {
  getPageDraft,
  getPageSource,
  getPageVersion,
  getPublication,
  listDeskPages,
  listPageVersions,
} from '#contract/authoring.ts'
import { buildEndpointQuery } from '../../../api/build-query.ts'

/** The queries of the desk pages on which authors write. */
export const authoringQueries = {
  pages: () => buildEndpointQuery(['desk', 'pages', 'list'], listDeskPages),
  source: (file: string) => buildEndpointQuery(['desk', 'pages', 'source', file], getPageSource, { query: { file } }),
  draft: (id: string) => buildEndpointQuery(['desk', 'pages', 'draft', id], getPageDraft, { params: { id } }),
  versions: (file: string) =>
    buildEndpointQuery(['desk', 'pages', 'versions', file], listPageVersions, { query: { file } }),
  version: (file: string, commit: string) =>
    buildEndpointQuery(['desk', 'pages', 'versions', file, commit], getPageVersion, {
      params: { commit },
      query: { file },
    }),
  publication: (id: string) =>
    buildEndpointQuery(['desk', 'pages', 'publication', id], getPublication, { params: { id } }),
}
