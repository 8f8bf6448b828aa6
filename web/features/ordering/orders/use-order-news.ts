import { useEffect } from 'react'
import { onLive, watchOrder } from '../../../live/live.ts'

/**
 * Calls when an order is another one than it was, as the hub tells.
 * @param token what it is followed by; undefined while that is not known
 */
export function useOrderNews(orderId: string, token: string | null | undefined, onNews: () => void): void {
  useEffect(() => {
    if (token === undefined) return
    watchOrder(orderId, token)
    const end = onLive('orderChanged', (news) => news.orderId === orderId && onNews())
    return () => {
      end()
      watchOrder(null, null)
    }
  }, [orderId, token, onNews])
}
