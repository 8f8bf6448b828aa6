import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '@hobohat/hub/testing'
import type { Board } from '#contract/kitchen-orders.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { findNextStateByKitchen, type OrderState } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import type { CrashRunRecorder } from './run.ts'

const LOOK_MS = 200
const AT_ONCE = 8
const REJECTS = 0.1
const CANCELS = 0.03

/**
 * Simulates a cook until the run is over. The cook watches the board, accepts, prepares and hands over orders, and
 * rejects or cancels some orders.
 */
export async function simulateCook(run: CrashRunRecorder, random: Random, vId: string, token: string): Promise<void> {
  while (!run.isOver) {
    await wait(LOOK_MS)
    const answer = await run.call<Board>('GET', `/api/kitchen/${vId}/board`, { token })
    if (answer?.status !== 200) continue
    const open = answer.body.orders.filter(({ service, state }) => findNextStateByKitchen(service, state))
    // Starts with a randomly chosen order, so that the cook does not always handle the oldest orders first.
    const first = random.below(Math.max(1, open.length - AT_ONCE))
    const moves = open.slice(first, first + AT_ONCE).map(async (order) => {
      const body = moveOf(order, random, Date.now())
      const moved = await run.call('POST', `/api/kitchen/${vId}/orders/${order.orderId}/state`, { token, body })
      if (moved?.status === 200) run.moves.push({ orderId: order.orderId, to: body.to })
    })
    await Promise.all(moves)
  }
}

function moveOf({ service, state, slotAt, lines }: Order, random: Random, now: number) {
  const next = findNextStateByKitchen(service, state)
  const isCooking = state === 'accepted' || state === 'preparing'
  if (state === 'placed' && random.chance(REJECTS)) return { to: 'rejected' as OrderState, reason: 'Too busy' }
  if (isCooking && random.chance(CANCELS)) return { to: 'cancelled' as OrderState, reason: 'The gas is out' }
  const promise = {
    promisedAt: Math.max(slotAt ?? 0, now + 20 * MINUTE_MS),
    acknowledged: [...new Set(lines.flatMap((line) => line.dietaryRequirements))],
  }
  return { to: next ?? state, ...(state === 'placed' && promise) }
}
