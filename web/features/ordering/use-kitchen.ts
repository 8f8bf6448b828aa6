import { useEffect } from 'react'
import { MINUTE_MS } from '#contract/limits.ts'
import type { Kitchen } from '#contract/menu.ts'
import { getKitchen } from '#contract/ordering.ts'
import { apiFetch } from '../../api/api.ts'
import { nameDocument } from '../../kit/head.ts'
import { onLive, watchKitchen } from '../../live/live.ts'
import { type Asked, useAskedBy } from './use-asked.ts'

/**
 * A kitchen with its menu, as customers see it, kept as it is now: the hub tells of changes.
 * @param slug null asks for nothing yet
 */
export function useKitchen(slug: string | null): Asked<Kitchen> {
  const asked = useAskedBy(slug, () => fetchKitchen(slug ?? ''), MINUTE_MS)
  const { again } = asked
  const vId = asked.answer?.terms.vId
  const name = asked.answer?.terms.name

  useEffect(() => {
    if (!vId) return
    watchKitchen(vId)
    const end = onLive('kitchenChanged', (changed) => changed === vId && again())
    return () => {
      end()
      watchKitchen(null)
    }
  }, [vId, again])

  useEffect(() => {
    if (name) nameDocument(name)
  }, [name])

  return asked
}

/** Returns the kitchen of a slug; null where there is none. */
async function fetchKitchen(slug: string): Promise<Kitchen | null> {
  const response = await apiFetch(getKitchen, { params: { slug } })
  return response.ok ? response.json() : null
}
