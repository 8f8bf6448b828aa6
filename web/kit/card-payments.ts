import type { Stripe } from '@stripe/stripe-js'
import { useEffect } from 'react'
import { create } from 'zustand'
import { getPaymentSettings, type PaymentSettings } from '#contract/payments.ts'
import { apiFetch } from '../api/api.ts'

const useSettings = create<{ stripe: PaymentSettings['stripe'] | undefined }>(() => ({ stripe: undefined }))

let loading: Promise<Stripe | null> | undefined

/**
 * Who takes cards for this site: asked for once, and its script loaded once. What has failed is tried again by the next call.
 * @returns null where the site takes no cards; then nothing of a provider is loaded
 * @throws when there is no answer, or the script is blocked
 */
export function cardProvider(): Promise<Stripe | null> {
  loading ??= load().catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<Stripe | null> {
  const { stripe } = useSettings.getState()
  const settings = stripe === undefined ? await ask() : stripe
  if (!settings) return null
  const { loadStripe } = await import('@stripe/stripe-js/pure')
  return loadStripe(settings.publishableKey, { locale: 'en-GB' })
}

async function ask(): Promise<PaymentSettings['stripe']> {
  const response = await apiFetch(getPaymentSettings)
  const { stripe }: PaymentSettings = response.ok ? await response.json() : { stripe: null }
  useSettings.setState({ stripe })
  return stripe
}

/** S7.18: so early that the provider can tell a customer from a robot. Nobody waits for it, and nobody is told of a failure. */
export async function startCardPayments(): Promise<void> {
  await cardProvider().catch((error) => console.info('Card payments could not be made ready', error))
}

/** Whether this site takes cards; undefined while that is not known. */
export function useTakesCards(): boolean | undefined {
  const takes = useSettings(({ stripe }) => (stripe === undefined ? undefined : stripe !== null))
  const isKnown = takes !== undefined
  useEffect(() => {
    if (isKnown) return
    startCardPayments()
    window.addEventListener('online', startCardPayments)
    return () => window.removeEventListener('online', startCardPayments)
  }, [isKnown])
  return takes
}
