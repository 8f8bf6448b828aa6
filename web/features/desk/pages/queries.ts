import {
  getPageDraft,
  getPageSource,
  getPageSourceAtCommit,
  getPublicationProgress,
  listContentPages,
  listPageCommits,
} from '#contract/authoring.ts'
import { buildEndpointQueryOptions } from '../../../api/build-query-options.ts'

/** The queries of the desk pages on which authors write. */
export const authoringQueries = {
  pages: () => buildEndpointQueryOptions(['desk', 'pages', 'list'], listContentPages),
  source: (file: string) =>
    buildEndpointQueryOptions(['desk', 'pages', 'source', file], getPageSource, { query: { file } }),
  draft: (id: string) => buildEndpointQueryOptions(['desk', 'pages', 'draft', id], getPageDraft, { params: { id } }),
  versions: (file: string) =>
    buildEndpointQueryOptions(['desk', 'pages', 'versions', file], listPageCommits, { query: { file } }),
  version: (file: string, commit: string) =>
    buildEndpointQueryOptions(['desk', 'pages', 'versions', file, commit], getPageSourceAtCommit, {
      params: { commit },
      query: { file },
    }),
  publication: (id: string) =>
    buildEndpointQueryOptions(['desk', 'pages', 'publication', id], getPublicationProgress, { params: { id } }),
}
