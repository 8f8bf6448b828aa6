import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The parameters that the provider adds to the address when a customer comes back from their bank. */
const providerParameters = ['payment_intent', 'payment_intent_client_secret', 'redirect_status', 'source_type'] as const

/**
 * Removes the parameters of the provider from the address and the history. The server tells the result of a payment.
 * @returns whether the customer has come back from their bank
 */
export function useBackFromBank(): boolean {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [isBackFromBank] = useState(() => new URLSearchParams(search).has('payment_intent'))
  useEffect(() => {
    const query = new URLSearchParams(search)
    if (!providerParameters.some((name) => query.has(name))) return
    for (const name of providerParameters) query.delete(name)
    navigate({ pathname, search: query.toString(), hash }, { replace: true })
  }, [pathname, search, hash, navigate])
  return isBackFromBank
}
