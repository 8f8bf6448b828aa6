import type { Stripe } from '@stripe/stripe-js'
import { useEffect } from 'react'
import { create } from 'zustand'
import { getPublicPaymentSettings, type PublicPaymentSettings } from '#contract/payments.ts'
import { fetchWithoutSession } from '../api/api.ts'
import { listen } from '../device/listen.ts'

const useSettings = create<{ stripe: PublicPaymentSettings['stripe'] | undefined }>(() => ({ stripe: undefined }))

let loading: Promise<Stripe | null> | undefined

/**
 * Loads the provider of card payments once. After a failure, the next call tries again.
 * @returns null when the site takes no cards; in that case, no script of a provider is loaded
 * @throws when no response arrives, or the script is blocked
 */
export function loadCardProvider(): Promise<Stripe | null> {
  loading ??= load().catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<Stripe | null> {
  const { stripe } = useSettings.getState()
  const settings = stripe === undefined ? await fetchSettings() : stripe
  if (!settings) return null
  const { loadStripe } = await import('@stripe/stripe-js/pure')
  return loadStripe(settings.publishableKey, { locale: 'en-GB' })
}

async function fetchSettings(): Promise<PublicPaymentSettings['stripe']> {
  const response = await fetchWithoutSession(getPublicPaymentSettings)
  const { stripe }: PublicPaymentSettings = response.ok ? await response.json() : { stripe: null }
  useSettings.setState({ stripe })
  return stripe
}

/**
 * Loads the provider's script early, so that the provider can distinguish customers from robots (S7.18). A failure is
 * only logged.
 */
export async function preloadCardProvider(): Promise<void> {
  await loadCardProvider().catch((error) => console.info('Card payments could not be made ready', error))
}

/** Returns whether this site accepts card payments; undefined until the settings are fetched. */
export function useTakesCards(): boolean | undefined {
  const takes = useSettings(({ stripe }) => (stripe === undefined ? undefined : stripe !== null))
  const isKnown = takes !== undefined
  useEffect(() => {
    if (isKnown) return
    preloadCardProvider()
    return listen(window, 'online', preloadCardProvider)
  }, [isKnown])
  return takes
}
