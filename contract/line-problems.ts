import { removeRepeatedChoices } from './cart-line.ts'
import { DAY_MS } from './limits.ts'
import type { Item, ItemOption, OrderLineRequest } from './menu.ts'
import { formatRelativeDayTime } from './opening-hours.ts'
import type { QuoteProblem } from './ordering.ts'
import { LINE_QUANTITY_MAX } from './ordering-limits.ts'

/** When an item is sold out for longer than this, the message names no time, because nobody waits so long. */
const LONG_MS = 7 * DAY_MS

/**
 * Returns the reasons why a customer cannot order these lines. Each problem has the index of its line, or of the first
 * one when it concerns several lines together.
 */
export function findOrderLineProblems(
  lines: readonly OrderLineRequest[],
  items: ReadonlyMap<string, Item>,
  timeZone: string,
  now: number,
): QuoteProblem[] {
  const seen = new Set<string>()
  return lines.flatMap((wanted, line) => {
    const item = items.get(wanted.itemId)
    if (!item) return [{ code: 'item_gone', message: 'This is no longer on the menu. Remove it.', line } as const]
    const isFirst = !seen.has(item.itemId)
    seen.add(item.itemId)
    return [
      ...soldOut(item, timeZone, now),
      ...choiceProblems(item, wanted, now),
      ...lineQuantityProblems(item, wanted),
      ...(isFirst ? quantityProblems(item, quantityOf(lines, item)) : []),
    ].map((problem) => ({ ...problem, line }))
  })
}

/** Returns whether the kitchen has marked an item or choice as sold out at a time. */
export const isMarkedSoldOut = ({ soldOutUntil }: { soldOutUntil: number | null }, now: number): boolean =>
  soldOutUntil !== null && soldOutUntil > now

/** Counts the portions of an item in all lines. A negative quantity counts as zero. */
const quantityOf = (lines: readonly OrderLineRequest[], { itemId }: Item) =>
  lines.reduce((sum, line) => (line.itemId === itemId ? sum + Math.max(line.quantity, 0) : sum), 0)

function soldOut(item: Item, timeZone: string, now: number): QuoteProblem[] {
  if (item.portionsLeft === 0) return [{ code: 'item_sold_out', message: `${item.name} is sold out.` }]
  if (item.soldOutUntil === null || !isMarkedSoldOut(item, now)) return []
  const isLong = item.soldOutUntil - now > LONG_MS
  const until = isLong ? '' : ` until ${formatRelativeDayTime(item.soldOutUntil, timeZone, now)}`
  return [{ code: 'item_sold_out', message: `${item.name} is sold out${until}.` }]
}

function choiceProblems(item: Item, wanted: OrderLineRequest, now: number): QuoteProblem[] {
  const problems: QuoteProblem[] = []
  const choices = removeRepeatedChoices(wanted.options)
  if (choices.length < wanted.options.length) {
    const message = `A choice of ${item.name} is there more than once. Remove the dish and add it again.`
    problems.push({ code: 'choice_repeated', message })
  }
  for (const { optionId, choiceId } of choices) {
    const option = item.options.find((one) => one.optionId === optionId)
    const choice = option?.choices.find(({ id }) => id === choiceId)
    if (!choice) {
      const message = `A choice of ${item.name} is no longer on the menu. Choose again.`
      if (!problems.some(({ code }) => code === 'choice_gone')) problems.push({ code: 'choice_gone', message })
    } else if (isMarkedSoldOut(choice, now)) {
      const message = `${choice.name} is sold out.`
      // Adds an equal message only once, because two options can have choices with the same name.
      if (!problems.some((problem) => problem.message === message)) problems.push({ code: 'choice_sold_out', message })
    }
  }
  for (const option of item.options) {
    const taken = choices.filter(({ optionId }) => optionId === option.optionId).length
    if (taken < option.min) problems.push({ code: 'too_few_choices', message: chooseMore(option, item) })
    if (taken > option.max) {
      const message = `At most ${option.max} ${inSentence(option.name)} with ${item.name}.`
      problems.push({ code: 'too_many_choices', message })
    }
  }
  return problems
}

function lineQuantityProblems({ name }: Item, { quantity }: OrderLineRequest): QuoteProblem[] {
  if (Number.isInteger(quantity) && quantity >= 1 && quantity <= LINE_QUANTITY_MAX) return []
  return [{ code: 'quantity_invalid', message: `Choose from 1 to ${LINE_QUANTITY_MAX} ${name}.` }]
}

function quantityProblems({ name, portionsLeft, maxPerOrder }: Item, quantity: number): QuoteProblem[] {
  const problems: QuoteProblem[] = []
  if (portionsLeft !== null && portionsLeft > 0 && quantity > portionsLeft) {
    const left = portionsLeft === 1 ? `1 portion of ${name} is` : `${portionsLeft} portions of ${name} are`
    problems.push({ code: 'portions', message: `Only ${left} left.` })
  }
  if (maxPerOrder !== null && quantity > maxPerOrder) {
    problems.push({ code: 'too_many', message: `At most ${maxPerOrder} ${name} in one order.` })
  }
  return problems
}

function chooseMore({ name, min, max }: ItemOption, item: Item): string {
  const option = inSentence(name)
  if (max > 1) return `Choose at least ${min} from ${option} for ${item.name}.`
  return `Choose ${/^[aeio]/i.test(option) ? 'an' : 'a'} ${option} for ${item.name}.`
}

/** Returns a name for use within a sentence: "Size" becomes "size", but "BBQ sauce" stays unchanged. */
const inSentence = (name: string) => (/^\p{Lu}\p{Lu}/u.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1))
