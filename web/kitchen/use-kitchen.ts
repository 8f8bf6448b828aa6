import { useCallback, useEffect, useState } from 'react'
import { getOwnKitchen, listOwnKitchens, type ManagedKitchen } from '#contract/kitchen.ts'
import { api } from '../kit/call-api.ts'
import { onLive, onLiveAgain, watchKitchen } from '../kit/live.ts'
import { ApiError, problemOf, UNREACHABLE } from '../kit/problem.ts'

/** The kitchen of an address, for who works in it. */
export type KitchenState =
  | { state: 'loading' }
  | { state: 'not yours' }
  | { state: 'failed'; words: string; retry: () => void }
  | {
      state: 'here'
      kitchen: ManagedKitchen
      /** Puts what a call has answered in place of what is shown. */
      change: (kitchen: ManagedKitchen) => void
      /** Asks for it again. */
      reload: () => void
    }

/**
 * Finds the kitchen of a slug among those that the reader works in, and keeps it as it is now: the hub tells of changes.
 * @param slug null asks for nothing yet
 */
export function useKitchen(slug: string | null): KitchenState {
  const [kitchen, change] = useState<ManagedKitchen | null>(null)
  const [outcome, setOutcome] = useState<'loading' | 'not yours' | { words: string }>('loading')
  const [turn, setTurn] = useState(0)
  const reload = useCallback(() => setTurn((last) => last + 1), [])
  const vId = kitchen?.terms.vId

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks the same again.
  useEffect(() => {
    if (slug === null) return
    let current = true
    findKitchen(slug).then(
      (found) => {
        if (!current) return
        change(found)
        setOutcome(found ? 'loading' : 'not yours')
      },
      async (error) => {
        const { message } = await problemOf(error, UNREACHABLE)
        if (current) setOutcome({ words: message })
      },
    )
    return () => {
      current = false
    }
  }, [slug, turn])

  useEffect(() => {
    if (!vId) return
    watchKitchen(vId)
    const ends = [onLive('kitchenChanged', (changed) => changed === vId && reload()), onLiveAgain(reload)]
    return () => {
      for (const end of ends) end()
      watchKitchen(null)
    }
  }, [vId, reload])

  // What has been seen stays while it cannot be asked for.
  if (kitchen && outcome !== 'not yours') return { state: 'here', kitchen, change, reload }
  if (typeof outcome === 'object') return { state: 'failed', words: outcome.words, retry: reload }
  return { state: outcome }
}

/** @returns null when the reader does not work in it, or it does not exist */
async function findKitchen(slug: string): Promise<ManagedKitchen | null> {
  const { kitchens } = await api(listOwnKitchens)
  const own = kitchens.find((kitchen) => kitchen.slug === slug)
  if (!own) return null
  return api(getOwnKitchen, { params: { vId: own.vId } }).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
}
