import { useEffect, useRef, useState } from 'react'
import { SECOND_MS } from '#contract/limits.ts'
import type { Order } from '#contract/ordering.ts'
import { FetchFailed } from '../../../api/api.ts'
import { problemOf, UNREACHABLE } from '../../../api/problem.ts'
import { fetchPayment } from '../orders/ask-order.ts'
import { sentFor } from './sent-payments.ts'
import { type CardFields, useCardFields } from './use-card-fields.ts'

/**
 * `asking`: how it can be paid, or whether it has been. `open`: it can be paid. `paying`: the provider, or the bank, has it.
 * `sent`, `unknown`: what has become of it is asked for. `shut`: it cannot be paid any more. `foreign`: somebody
 * looks who did not order it.
 */
type Phase = 'asking' | 'open' | 'paying' | 'sent' | 'unknown' | 'shut' | 'foreign'

/** The payment of an order that waits for it. */
export interface Paying {
  phase: Phase
  fields: CardFields
  /** Whether it can be paid here, now or once it is known what has become of the last try. */
  isPayable: boolean
  chargedAtOnce: boolean
  /** Why it is not paid, in words. */
  refused: string
  /** Why it cannot be asked about, in words. */
  problem: string
  pay: () => Promise<void>
}

/** It is asked again after so long, then ever later. */
const ASK_AGAIN_MS = { first: 2 * SECOND_MS, most: 30 * SECOND_MS }
const NOT_ARRIVED = 'The payment has not arrived, and nothing was taken. Pay again.'

/**
 * Pays an order that waits for its payment, and finds out what has become of a payment that was sent.
 * @param returned whether the customer comes back from their bank
 * @param again asks for the order anew
 */
export function usePayment(order: Order, token: string | null, returned: boolean, again: () => void): Paying {
  const { orderId, total: amount, currency, currencyDigits } = order
  const carried = sentFor(orderId)?.confirmed
  const [phase, setPhase] = useState<Phase>(() =>
    carried && carried.is !== 'refused' ? carried.is : returned ? 'unknown' : 'asking',
  )
  const [refused, setRefused] = useState(carried?.is === 'refused' ? carried.words : '')
  const [problem, setProblem] = useState('')
  const [payment, setPayment] = useState<{ clientSecret: string; chargedAtOnce: boolean } | null>(null)
  const fields = useCardFields(payment && { amount, currency, currencyDigits, chargedAtOnce: payment.chargedAtOnce })
  const busy = useRef(false)
  const isAsking = phase === 'asking' || phase === 'sent' || phase === 'unknown'

  useEffect(() => {
    if (!isAsking) return
    let current = true
    let wait = ASK_AGAIN_MS.first
    let timer: ReturnType<typeof setTimeout> | undefined
    async function look() {
      clearTimeout(timer)
      const found = await find(orderId, token)
      if (!current) return
      setProblem(found.problem ?? '')
      if (found.end) return setPhase(found.end)
      if (found.open) {
        const { declined } = found.open
        setPayment(found.open)
        setRefused((last) => last || declined || (phase === 'unknown' && !returned ? NOT_ARRIVED : ''))
        return setPhase('open')
      }
      // Paid, over, or on its way between banks: the order says more.
      if (!found.problem) {
        again()
        if (phase === 'asking') setPhase('sent')
      }
      timer = setTimeout(look, wait)
      wait = Math.min(wait * 1.5, ASK_AGAIN_MS.most)
    }
    look()
    window.addEventListener('online', look)
    return () => {
      current = false
      clearTimeout(timer)
      window.removeEventListener('online', look)
    }
  }, [isAsking, phase, orderId, token, returned, again])

  useEffect(() => {
    // Back from the bank, the browser may bring the page as it was left: waiting for an answer that went elsewhere.
    const back = ({ persisted }: PageTransitionEvent) =>
      persisted && setPhase((last) => (last === 'paying' ? 'unknown' : last))
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])

  async function pay() {
    if (phase !== 'open' || !payment || busy.current) return
    busy.current = true
    setRefused('')
    try {
      const missing = await fields.submit()
      if (missing) return setRefused(missing)
      setPhase('paying')
      const confirmed = await fields.confirm(orderId, payment)
      if (confirmed.is === 'refused') setRefused(confirmed.words)
      setPhase(confirmed.is === 'refused' ? 'asking' : confirmed.is)
    } finally {
      busy.current = false
    }
  }

  const isPayable = payment !== null && (phase === 'asking' || phase === 'open' || phase === 'paying')
  return { phase, fields, isPayable, chargedAtOnce: payment?.chargedAtOnce ?? false, refused, problem, pay }
}

interface Found {
  /** What it can be paid with, and why the last card was refused. */
  open?: { clientSecret: string; chargedAtOnce: boolean; declined: string }
  /** It cannot be paid, and asking again helps nothing. */
  end?: 'shut' | 'foreign'
  problem?: string
}

async function find(orderId: string, token: string | null): Promise<Found> {
  try {
    const answer = await fetchPayment(orderId, token)
    if (!answer?.clientSecret || answer.order.state !== 'awaiting_payment') return {}
    const { clientSecret, chargedAtOnce, order } = answer
    return { open: { clientSecret, chargedAtOnce, declined: order.declined } }
  } catch (error) {
    const { code, message } = await problemOf(error, UNREACHABLE)
    const isFinal = error instanceof FetchFailed && error.response.status < 500 && code !== 'too_many_requests'
    return { problem: message, ...(isFinal && { end: code === 'forbidden' ? 'foreign' : 'shut' }) }
  }
}
