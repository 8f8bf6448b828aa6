import { type HubDefinition, toHubMethod } from './define-hub.ts'
import type { HubFilter } from './hub-filter.ts'

/** Returns the hub with its methods and hooks wrapped in its filters. The first filter is the outermost. */
export function wrapHubWithFilters(definition: HubDefinition): HubDefinition {
  return (definition.filters ?? []).reduceRight(applyFilter, definition)
}

function applyFilter(inner: HubDefinition, filter: HubFilter): HubDefinition {
  const filtered = { ...inner }
  if (filter.onConnected) {
    filtered.onConnected = (ctx) => filter.onConnected?.(ctx, async () => void (await inner.onConnected?.(ctx)))
  }
  if (filter.onDisconnected) {
    filtered.onDisconnected = (ctx, error) =>
      filter.onDisconnected?.(ctx, error, async () => void (await inner.onDisconnected?.(ctx, error)))
  }
  if (filter.invokeMethod) {
    filtered.methods = Object.fromEntries(
      Object.entries(inner.methods).map(([name, method]) => [
        name,
        toHubMethod(method).around((ctx, args, next) => filter.invokeMethod?.({ ctx, method: name, args }, next)),
      ]),
    )
  }
  return filtered
}
