import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** What the provider adds to the address that customers come back to from their bank. */
const added = ['payment_intent', 'payment_intent_client_secret', 'redirect_status', 'source_type'] as const

/**
 * Takes out of the address what the provider has put there, so that it stays in no history: what has become of a payment is
 * asked of the server, never read from an address.
 * @returns whether the customer has come back from their bank
 */
export function useReturn(): boolean {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [returned] = useState(() => new URLSearchParams(search).has('payment_intent'))
  useEffect(() => {
    const query = new URLSearchParams(search)
    if (!added.some((name) => query.has(name))) return
    for (const name of added) query.delete(name)
    navigate({ pathname, search: query.toString(), hash }, { replace: true })
  }, [pathname, search, hash, navigate])
  return returned
}
