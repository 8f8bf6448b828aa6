import { type HubDefinition, HubMethod } from './define-hub.ts'
import type { HubFilter } from './hub-filter.ts'

/** Returns the hub with its filters around its methods and hooks, the first filter outermost. */
export function applyFilters(definition: HubDefinition): HubDefinition {
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
      Object.entries(inner.methods).map(([name, method]) => [name, filterMethod(name, new HubMethod(method), filter)]),
    )
  }
  return filtered
}

function filterMethod(name: string, { handler, ...traits }: HubMethod, filter: HubFilter): HubMethod {
  const withFilter = (ctx: Parameters<typeof handler>[0], ...all: never[]) => {
    const args = traits.uploads > 0 ? all.slice(1) : all
    return filter.invokeMethod?.({ ctx, method: name, args }, async () => handler(ctx, ...all))
  }
  return new HubMethod(withFilter, traits)
}
