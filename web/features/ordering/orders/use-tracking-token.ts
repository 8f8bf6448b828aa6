import { useEffect, useState } from 'react'
import { useFragmentToken } from '../../../device/fragment-token.ts'
import { trackingTokenOf, trackOrder } from '../tracked-orders.ts'

/**
 * The token that an order is read by: that of a mail's link, which is kept in this browser, or the one that was kept before.
 * @returns undefined until it is known, null where there is none
 */
export function useTrackingToken(orderId: string): string | null | undefined {
  const given = useFragmentToken()
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    if (given === undefined) return
    if (given) trackOrder({ orderId, token: given })
    setToken(given ?? trackingTokenOf(orderId))
  }, [orderId, given])
  return token
}
