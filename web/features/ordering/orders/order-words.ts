import { DAY_MS } from '#contract/limits.ts'
import { formatLocalDate, formatLocalDayTime, formatLocalTime, formatOpeningTime } from '#contract/opening-hours.ts'
import type { OrderState } from '#contract/order-states.ts'
import type { Order, OrderEvent, OrderLine, OrderSummary } from '#contract/ordering.ts'
import { moneyBackWords, payByWords } from './card-words.ts'

/** What a customer reads of an order. Times are those of the kitchen's clock. */

type Promised = Pick<OrderSummary, 'state' | 'service' | 'promisedAt' | 'vendor' | 'payBy'>

/** "by 19:40", "tomorrow by 12:00". */
const by = (instant: number, timeZone: string, now: number): string =>
  formatOpeningTime(instant, timeZone, now).replace(/at (?=\d)/, 'by ')

/** What matters most: "At your door by 19:40", "Waiting for the kitchen", "Rejected". */
export function promiseOf(order: Promised, now: number): string {
  const { state, service, promisedAt, vendor } = order
  const { timezone } = vendor
  if (state === 'awaiting_payment') return `Waiting for payment${payByWords(order, now)}`
  if (state === 'ready' && service === 'pickup') return 'Ready to pick up'
  const ended = endWords[state]
  if (ended !== undefined) return ended
  return service === 'delivery'
    ? `At your door ${by(promisedAt, timezone, now)}`
    : `Ready to pick up ${formatOpeningTime(promisedAt, timezone, now)}`
}

const endWords: Partial<Record<OrderState, string>> = {
  placed: 'Waiting for the kitchen',
  expired: 'Not paid',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  collected: 'Picked up',
  delivered: 'Delivered',
}

/** The same of an order whose events are known: "Delivered at 19:38". */
export function headingOf(order: Order, now: number): string {
  const words = promiseOf(order, now)
  const last = order.events.at(-1)
  return last && (order.state === 'delivered' || order.state === 'collected')
    ? `${words} ${formatOpeningTime(last.at, order.vendor.timezone, now)}`
    : words
}

/** What happens next, and until when what can be changed. */
export function nextOf(order: Order, now: number): string {
  const { state, service, vendor, promisedAt, acceptBy } = order
  const { timezone, phone } = vendor
  const call = phone && 'You can still call them if something is wrong.'
  const late =
    now > promisedAt ? `It is later than promised.${phone && ' Call the kitchen if you want to know more.'}` : ''
  switch (state) {
    case 'awaiting_payment':
      return 'The kitchen hears of it once it is paid; until then its dishes and its time are kept for you.'
    case 'placed':
      return now > acceptBy
        ? 'The kitchen has not answered in time. The order is rejected by itself in a moment, unless it answers now.'
        : `The kitchen answers ${by(acceptBy, timezone, now)}. You can cancel until it accepts.`
    case 'accepted':
      return joined('The kitchen starts cooking soon.', late || call)
    case 'preparing':
      return joined('The kitchen is cooking.', late || call)
    case 'ready':
      return service === 'pickup'
        ? `It waits for you${vendor.place && ` at ${vendor.place}`}.`
        : joined('It is packed, and leaves for your door in a moment.', late || call)
    case 'out_for_delivery':
      return joined('It is on its way to your door.', late || call)
    case 'delivered':
    case 'collected':
      return 'Enjoy your meal.'
    default:
      return lostWords(order)
  }
}

function lostWords(order: Order): string {
  const last = order.events.at(-1)
  return joined(last ? eventWords(last) : '', moneyBackWords(order))
}

/** One event of an order: "Accepted, at your door by 19:40. They saw “no nuts”." */
export function happenedWords(event: OrderEvent, order: Order): string {
  const { service, vendor } = order
  if (event.to !== 'accepted') return eventWords(event, service)
  const promise =
    event.promisedAt === null
      ? ''
      : service === 'delivery'
        ? `, at your door ${by(event.promisedAt, vendor.timezone, event.at)}`
        : `, ready ${formatOpeningTime(event.promisedAt, vendor.timezone, event.at)}`
  const saw = event.acknowledged.map((one) => `“${one}”`).join(', ')
  return joined(`Accepted${promise}.`, saw && `They saw ${saw}.`)
}

function eventWords({ actor, from, to, reason }: OrderEvent, service?: Order['service']): string {
  if (to === 'placed' && from !== null) return 'It is paid, and the kitchen has it.'
  const why = reason ? `: ${sentence(reason)}` : '.'
  if (to === 'rejected') return actor === 'system' ? `Rejected by itself${why}` : `The kitchen rejected it${why}`
  if (to === 'cancelled') return `${cancellers[actor] ?? 'Somebody'} cancelled the order${why}`
  return plainWords[to] ?? (service === 'pickup' ? 'Ready to pick up.' : 'Ready to leave.')
}

const cancellers: Partial<Record<OrderEvent['actor'], string>> = {
  customer: 'You',
  vendor: 'The kitchen',
  admin: 'The site',
}
const plainWords: Partial<Record<OrderState, string>> = {
  awaiting_payment: 'You sent the order; it waits for its payment.',
  placed: 'You placed the order.',
  preparing: 'Cooking.',
  out_for_delivery: 'On its way.',
  delivered: 'Delivered.',
  collected: 'Picked up.',
  expired: 'It was not paid.',
}

/** "2 × Double smash, 1 × Lemonade". */
export const dishesOf = (lines: readonly OrderLine[]): string =>
  lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')

/** When something happened: the time, and the day where it is not the one on which the order was placed. */
export function timeOf(at: number, { placedAt, vendor: { timezone } }: Order): string {
  const sameDay = formatLocalDate(at, timezone) === formatLocalDate(placedAt, timezone)
  return sameDay ? formatLocalTime(at, timezone) : formatLocalDayTime(at, timezone, at + WEEKS_MS)
}
/** From so far off, a day is named by its date. */
const WEEKS_MS = 30 * DAY_MS

const joined = (...sentences: string[]): string => sentences.filter(Boolean).join(' ')
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
