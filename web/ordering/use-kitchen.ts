import { useEffect } from 'react'
import type { Kitchen } from '#contract/menu.ts'
import { nameDocument } from '../kit/head.ts'
import { onLive, watchKitchen } from '../kit/live.ts'
import { type Asked, useAsked } from './use-asked.ts'

/**
 * A kitchen with its menu, as customers see it, kept as it is now: the hub tells of changes.
 * @param slug null asks for nothing yet
 */
export function useKitchen(slug: string | null): Asked<Kitchen> {
  const asked = useAsked<Kitchen>(slug === null ? null : `/api/kitchens/${encodeURIComponent(slug)}`)
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
