import type * as z from 'zod'
import type { ItemOption, itemDraftSchema } from '#contract/menu.ts'
import {
  LINE_QUANTITY_MAX,
  MENU_NAME_LENGTH_MAX,
  MENU_TEXT_LENGTH_MAX,
  PORTIONS_MAX,
} from '#contract/ordering-limits.ts'
import { describeItemPriceProblem } from '#contract/pricing.ts'
import { createId } from '../../../db/ids.ts'
import { cleanLine } from '../../../http/clean-line.ts'
import { Refusal } from '../../../http/failures.ts'
import { parseName } from '../../../http/parse-name.ts'
import { parseTextLine } from './settings.ts'

export type ParsedItemDraft = z.output<typeof itemDraftSchema>
type DraftOption = ParsedItemDraft['options'][number]

/**
 * Returns the columns of an item. Options and choices that the item already has keep their ids. A choice that is sold
 * out stays sold out until the same time. New options and choices get new ids.
 * @param savedOptions the present options of the item
 * @throws {Refusal} name_missing, name_too_long, text_too_long, amount_invalid, options_invalid
 */
export function parseItemDraftToColumns(draft: ParsedItemDraft, savedOptions: readonly ItemOption[]) {
  const { price, portionsLeft, maxPerOrder } = draft
  const options = parseOptions(draft.options, savedOptions)
  const problem = describeItemPriceProblem({ price, options })
  if (problem) throw new Refusal('amount_invalid', problem)
  if (portionsLeft != null && (portionsLeft < 0 || portionsLeft > PORTIONS_MAX)) throw new Refusal('amount_invalid')
  if (maxPerOrder !== null && (maxPerOrder < 1 || maxPerOrder > LINE_QUANTITY_MAX)) throw new Refusal('amount_invalid')
  return {
    name: parseName(draft.name),
    description: parseTextLine(draft.description, MENU_TEXT_LENGTH_MAX),
    price,
    allergens: JSON.stringify([...new Set(draft.allergens)]),
    diets: JSON.stringify([...new Set(draft.diets)]),
    available: draft.available ? (1 as const) : (0 as const),
    ...(portionsLeft !== undefined && { portions_left: portionsLeft }),
    max_per_order: maxPerOrder,
    options: JSON.stringify(options),
  }
}

function parseOptions(drafts: readonly DraftOption[], savedOptions: readonly ItemOption[]): ItemOption[] {
  const reuseOptionId = createIdReuser(savedOptions.map(({ optionId }) => optionId))
  const savedChoices = new Map(savedOptions.flatMap((option) => option.choices).map((choice) => [choice.id, choice]))
  const reuseChoiceId = createIdReuser([...savedChoices.keys()])
  return drafts.map((draft) => {
    const { min, max } = draft
    if (min < 0 || max < 1 || min > max || max > draft.choices.length) throw new Refusal('options_invalid')
    return {
      optionId: reuseOptionId(draft.optionId),
      name: parseOptionName(draft.name),
      min,
      max,
      choices: draft.choices.map((choice) => {
        const id = reuseChoiceId(choice.id)
        return {
          id,
          name: parseOptionName(choice.name),
          priceAdjustment: choice.priceAdjustment,
          allergens: [...new Set(choice.allergens)],
          soldOutUntil: savedChoices.get(id)?.soldOutUntil ?? null,
        }
      }),
    }
  })
}

/** Returns a function that returns a saved id unchanged the first time. It replaces every other id by a new one. */
function createIdReuser(savedIds: readonly string[]): (id: string | undefined) => string {
  const unusedIds = new Set(savedIds)
  return (id) => (id !== undefined && unusedIds.delete(id) ? id : createId())
}

function parseOptionName(input: string): string {
  const name = cleanLine(input)
  if (name === '' || [...name].length > MENU_NAME_LENGTH_MAX) throw new Refusal('options_invalid')
  return name
}
