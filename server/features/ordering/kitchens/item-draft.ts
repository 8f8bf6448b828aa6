import type * as z from 'zod'
import type { itemDraft, Option } from '#contract/menu.ts'
import { LINE_QUANTITY_MAX, MENU_NAME_LENGTH_MAX, MENU_TEXT_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { findPriceProblem } from '#contract/pricing.ts'
import { newId } from '../../../db/ids.ts'
import { checkedName } from '../../../http/checked-name.ts'
import { cleanLine } from '../../../http/clean-line.ts'
import { Refusal } from '../../../http/failures.ts'
import { checkedWords } from './settings.ts'

export type Draft = z.output<typeof itemDraft>
type DraftOption = Draft['options'][number]

/** More of one dish than any kitchen cooks. */
const PORTIONS_MAX = 10_000

/**
 * The columns that a draft fills. Options and choices keep the ids that they had in the same item, and what is sold out of
 * them stays so; all others get new ones.
 * @param known the item's options until now
 * @throws {Refusal} name_missing, name_too_long, text_too_long, amount_invalid, options_invalid
 */
export function checkedItem(draft: Draft, known: readonly Option[]) {
  const { price, portionsLeft, maxPerOrder } = draft
  const options = checkedOptions(draft.options, known)
  const problem = findPriceProblem({ price, options })
  if (problem) throw new Refusal('amount_invalid', problem)
  if (portionsLeft != null && (portionsLeft < 0 || portionsLeft > PORTIONS_MAX)) throw new Refusal('amount_invalid')
  if (maxPerOrder !== null && (maxPerOrder < 1 || maxPerOrder > LINE_QUANTITY_MAX)) throw new Refusal('amount_invalid')
  return {
    name: checkedName(draft.name),
    description: checkedWords(draft.description, MENU_TEXT_LENGTH_MAX),
    price,
    allergens: JSON.stringify([...new Set(draft.allergens)]),
    diets: JSON.stringify([...new Set(draft.diets)]),
    available: draft.available ? (1 as const) : (0 as const),
    ...(portionsLeft !== undefined && { portions_left: portionsLeft }),
    max_per_order: maxPerOrder,
    options: JSON.stringify(options),
  }
}

function checkedOptions(drafts: readonly DraftOption[], known: readonly Option[]): Option[] {
  const optionIds = keeper(known.map(({ optionId }) => optionId))
  const choices = new Map(known.flatMap((option) => option.choices).map((choice) => [choice.id, choice]))
  const choiceIds = keeper([...choices.keys()])
  return drafts.map((draft) => {
    const { min, max } = draft
    if (min < 0 || max < 1 || min > max || max > draft.choices.length) throw new Refusal('options_invalid')
    return {
      optionId: optionIds(draft.optionId),
      name: optionName(draft.name),
      min,
      max,
      choices: draft.choices.map((choice) => {
        const id = choiceIds(choice.id)
        return {
          id,
          name: optionName(choice.name),
          priceAdjustment: choice.priceAdjustment,
          allergens: [...new Set(choice.allergens)],
          soldOutUntil: choices.get(id)?.soldOutUntil ?? null,
        }
      }),
    }
  })
}

/** Gives back each known id once; anything else gets a new one. */
function keeper(known: readonly string[]): (id: string | undefined) => string {
  const left = new Set(known)
  return (id) => (id !== undefined && left.delete(id) ? id : newId())
}

function optionName(typed: string): string {
  const name = cleanLine(typed)
  if (name === '' || [...name].length > MENU_NAME_LENGTH_MAX) throw new Refusal('options_invalid')
  return name
}
