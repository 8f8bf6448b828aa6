import {
  getPageDraft,
  getPageSource,
  getPageVersion,
  getPublication,
  listDeskPages,
  listPageVersions,
} from '#contract/authoring.ts'
import { buildEndpointQueryOptions } from '../../../api/build-query-options.ts'

/** The queries of the desk pages on which authors write. */
export const authoringQueries = {
  pages: () => buildEndpointQueryOptions(['desk', 'pages', 'list'], listDeskPages),
  source: (file: string) =>
    buildEndpointQueryOptions(['desk', 'pages', 'source', file], getPageSource, { query: { file } }),
  draft: (id: string) => buildEndpointQueryOptions(['desk', 'pages', 'draft', id], getPageDraft, { params: { id } }),
  versions: (file: string) =>
    buildEndpointQueryOptions(['desk', 'pages', 'versions', file], listPageVersions, { query: { file } }),
  version: (file: string, commit: string) =>
    buildEndpointQueryOptions(['desk', 'pages', 'versions', file, commit], getPageVersion, {
      params: { commit },
      query: { file },
    }),
  publication: (id: string) =>
    buildEndpointQueryOptions(['desk', 'pages', 'publication', id], getPublication, { params: { id } }),
}
