import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import type { RequestArgument } from './api.ts'
import { callForJson } from './call-api.ts'

/** Returns the options of a TanStack Query that calls an endpoint. */
export const buildEndpointQueryOptions = <E extends Endpoint>(
  queryKey: QueryKey,
  endpoint: E,
  ...[request]: RequestArgument<E>
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => callForJson(endpoint, ...([{ ...request, signal }] as unknown as RequestArgument<E>)),
  })
