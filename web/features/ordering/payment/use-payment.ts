import { useEffect, useRef, useState } from 'react'
import { SECOND_MS } from '#contract/limits.ts'
import type { Order } from '#contract/ordering.ts'
import { beginOrRefreshPayment } from '#contract/payments.ts'
import { ApiError, getErrorMessage } from '../../../api/problem.ts'
import { callAll, listen } from '../../../device/listen.ts'
import { callOrderEndpoint } from '../orders/order-calls.ts'
import { sentPaymentResultsByOrderId } from './sent-payments.ts'
import { useBfcacheRestore, useCardFields } from './use-card-fields.ts'

/**
 * The phase of a payment. `checking`: the server is asked whether the order can be paid. `open`: it can be paid.
 * `paying`: the provider or the bank handles the payment. `sent`, `unknown`: the result is fetched. `closed`: the order
 * can no longer be paid. `foreign`: the order belongs to another person.
 */
type Phase = 'checking' | 'open' | 'paying' | 'sent' | 'unknown' | 'closed' | 'foreign'

/** The delay between two checks of the result. It grows from the first to the longest value. */
const CHECK_DELAY_MS = { first: 2 * SECOND_MS, longest: 30 * SECOND_MS }
const NOT_ARRIVED = 'The payment has not arrived, and nothing was taken. Pay again.'

/** Pays an order by card, and fetches the result of the payment. */
export function usePayment(order: Order, token: string | null, isBackFromBank: boolean, refetchOrder: () => void) {
  const { orderId, total: amount, currency, currencyDigits } = order
  const sentResult = sentPaymentResultsByOrderId.get(orderId)?.result
  const [phase, setPhase] = useState<Phase>(() =>
    sentResult && sentResult.state !== 'refused' ? sentResult.state : isBackFromBank ? 'unknown' : 'checking',
  )
  const [refusal, setRefusal] = useState(sentResult?.state === 'refused' ? sentResult.reason : '')
  const [problem, setProblem] = useState('')
  const [payment, setPayment] = useState<{ clientSecret: string; chargedAtOnce: boolean } | null>(null)
  const fields = useCardFields(payment && { amount, currency, currencyDigits, chargedAtOnce: payment.chargedAtOnce })
  const isBusy = useRef(false)
  const isChecking = phase === 'checking' || phase === 'sent' || phase === 'unknown'

  useEffect(() => {
    if (!isChecking) return
    let current = true
    let delay = CHECK_DELAY_MS.first
    let timer: ReturnType<typeof setTimeout> | undefined
    async function check() {
      clearTimeout(timer)
      try {
        const reply = await callOrderEndpoint(beginOrRefreshPayment, orderId, token)
        if (!current) return
        setProblem('')
        if (reply?.clientSecret && reply.order.state === 'awaiting_payment') {
          const { clientSecret, chargedAtOnce, order } = reply
          setPayment({ clientSecret, chargedAtOnce })
          setRefusal((last) => last || order.declined || (phase === 'unknown' && !isBackFromBank ? NOT_ARRIVED : ''))
          return setPhase('open')
        }
        // The order is paid, has ended, or its payment is being processed. The fetched order shows which of these is
        // true.
        refetchOrder()
        if (phase === 'checking') setPhase('sent')
      } catch (error) {
        if (!current) return
        setProblem(getErrorMessage(error) ?? '')
        const { code = null, status = 0 } = error instanceof ApiError ? error : {}
        const isFinal = status > 0 && status < 500 && code !== 'too_many_requests'
        if (isFinal) return setPhase(code === 'forbidden' ? 'foreign' : 'closed')
      }
      timer = setTimeout(check, delay)
      delay = Math.min(delay * 1.5, CHECK_DELAY_MS.longest)
    }
    check()
    return callAll(listen(window, 'online', check), () => {
      current = false
      clearTimeout(timer)
    })
  }, [isChecking, phase, orderId, token, isBackFromBank, refetchOrder])

  useBfcacheRestore(() => {
    // The call to the provider never ends, because this page was replaced by the page of the bank.
    isBusy.current = false
    setPhase((last) => (last === 'paying' ? 'unknown' : last))
  })

  async function pay() {
    if (phase !== 'open' || !payment || isBusy.current) return
    isBusy.current = true
    setRefusal('')
    try {
      const fieldProblem = await fields.submit()
      if (fieldProblem) return setRefusal(fieldProblem)
      setPhase('paying')
      const result = await fields.confirm(orderId, payment)
      if (result.state === 'refused') setRefusal(result.reason)
      setPhase(result.state === 'refused' ? 'checking' : result.state)
    } finally {
      isBusy.current = false
    }
  }

  return {
    phase,
    fields,
    /** Whether the card fields are shown: the order can be paid, is being paid, or is checked again after a refusal. */
    isPayable: payment !== null && (phase === 'checking' || phase === 'open' || phase === 'paying'),
    chargedAtOnce: payment?.chargedAtOnce ?? false,
    /** The reason why the most recent payment failed. */
    refusal,
    /** The reason why the state of the payment could not be fetched. */
    problem,
    pay,
  }
}
