import { errors } from '#contract/errors.ts'
import type { ManagedItem } from '#contract/kitchen.ts'
import type { ItemDraft } from '#contract/menu.ts'
import type { Allergen } from '#contract/menu-enums.ts'
import { formatMoneyInput, parseMoney } from '#contract/money-input.ts'
import {
  ITEM_OPTIONS_MAX,
  LINE_QUANTITY_MAX,
  MENU_TEXT_LENGTH_MAX,
  OPTION_CHOICES_MAX,
  PORTIONS_MAX,
} from '#contract/ordering-limits.ts'
import { describeItemPriceProblem } from '#contract/pricing.ts'
import { fieldChecks } from '../../../forms/field-problems.ts'
import { hasProblems, type Problems } from '../../../forms/use-problems.ts'
import { formatCountInput, parseCountInput } from '../editing/count-input.ts'

/** The form values of a choice of an option. A new choice has no id. */
export interface ItemOptionChoiceValues {
  id?: string
  name: string
  /**
   * The amount that the choice adds to the price, with or without a sign. Empty when the choice does not change the
   * price.
   */
  adjustment: string
  allergens: Allergen[]
}

export interface ItemOptionValues {
  optionId?: string
  name: string
  min: string
  max: string
  choices: ItemOptionChoiceValues[]
}

export type ItemValues = ReturnType<typeof createItemValues>

export const createNewChoiceValues = (): ItemOptionChoiceValues => ({ name: '', adjustment: '', allergens: [] })
export const createNewOptionValues = (): ItemOptionValues => ({
  name: '',
  min: '1',
  max: '1',
  choices: [createNewChoiceValues()],
})

/** Returns the initial values of the form. @param item undefined for a new item */
export const createItemValues = (categoryId: string, item: ManagedItem | undefined, currency: string) => ({
  /** The id that a new item was sent with. When the reply is lost, the next save has the same id. */
  newItemId: '',
  categoryId,
  name: item?.name ?? '',
  description: item?.description ?? '',
  price: formatMoneyInput(item?.price ?? null, currency),
  allergens: item?.allergens ?? [],
  diets: item?.diets ?? [],
  available: item?.available ?? true,
  /** The number of portions left; empty when the portions are not counted. */
  portionsLeft: formatCountInput(item?.portionsLeft ?? null),
  /** The maximum number of this item in one order; empty when there is no maximum. */
  maxPerOrder: formatCountInput(item?.maxPerOrder ?? null),
  options: (item?.options ?? []).map(
    ({ optionId, name, min, max, choices }): ItemOptionValues => ({
      optionId,
      name,
      min: String(min),
      max: String(max),
      choices: choices.map(({ id, name, priceAdjustment, allergens }) => ({
        id,
        name,
        allergens,
        adjustment: priceAdjustment === 0 ? '' : formatAdjustment(priceAdjustment, currency),
      })),
    }),
  ),
})

const formatAdjustment = (minor: number, currency: string) =>
  `${minor > 0 ? '+' : ''}${formatMoneyInput(minor, currency)}`

/**
 * Returns the item to send to the server. `fresh` leaves out the ids of options and choices, for an item that another
 * member has removed and the server creates again.
 */
export const toItemBody = (
  { newItemId: _, portionsLeft, maxPerOrder, price, options, ...formValues }: ItemValues,
  currency: string,
  { fresh = false } = {},
) =>
  ({
    ...formValues,
    price: parseMoney(price, currency) ?? 0,
    portionsLeft: parseCountInput(portionsLeft),
    maxPerOrder: parseCountInput(maxPerOrder),
    options: options.map(({ optionId, name, min, max, choices }) => ({
      ...(optionId && !fresh && { optionId }),
      name,
      min: parseCountInput(min) ?? 0,
      max: parseCountInput(max) ?? 0,
      choices: choices.map(({ id, name, adjustment, allergens }) => ({
        ...(id && !fresh && { id }),
        name,
        priceAdjustment: parseMoney(adjustment, currency) ?? 0,
        allergens,
      })),
    })),
  }) satisfies ItemDraft

/** Returns the problems of the form, by field. The names of fields of options and choices contain their indexes. */
export function findItemProblems(formValues: ItemValues, currency: string): Problems {
  const { name, description, price, portionsLeft, maxPerOrder, options } = formValues
  const example = formatMoneyInput(950, currency)
  const amount = parseMoney(price, currency)
  const most = parseCountInput(maxPerOrder)
  const problems: Problems = {
    name: fieldChecks.name(name),
    description: fieldChecks.text(description, MENU_TEXT_LENGTH_MAX),
    price: amount === null ? `Write a price such as ${example}.` : amount < 0 ? errors.amount_invalid.message : '',
  }
  const portions = parseCountInput(portionsLeft)
  if (portionsLeft.trim() !== '' && (portions === null || portions > PORTIONS_MAX))
    problems.portionsLeft = `Use a whole number up to ${PORTIONS_MAX}, or leave it empty.`
  if (maxPerOrder.trim() !== '' && (most === null || most < 1 || most > LINE_QUANTITY_MAX))
    problems.maxPerOrder = `Use a whole number from 1 to ${LINE_QUANTITY_MAX}, or leave it empty.`
  for (const [place, option] of options.entries()) {
    problems[`option-${place}-name`] =
      place < ITEM_OPTIONS_MAX
        ? fieldChecks.name(option.name)
        : `A dish has at most ${ITEM_OPTIONS_MAX} options. Remove this one.`
    problems[`option-${place}-max`] = countsProblem(option)
    for (const [at, { name, adjustment }] of option.choices.entries()) {
      problems[`choice-${place}-${at}-name`] = fieldChecks.name(name)
      if (adjustment.trim() !== '' && parseMoney(adjustment, currency) === null)
        problems[`choice-${place}-${at}-adjustment`] = `Write an amount such as ${example} or −${example}.`
    }
  }
  if (hasProblems(problems)) return problems
  // The price is checked only when all other fields are valid, because the lowest possible price depends on the
  // choices.
  return { price: describeItemPriceProblem(toItemBody(formValues, currency)) }
}

function countsProblem({ min, max, choices }: ItemOptionValues): string {
  const [least, most] = [parseCountInput(min), parseCountInput(max)]
  if (choices.length === 0) return 'Add a choice, or remove the option.'
  if (choices.length > OPTION_CHOICES_MAX)
    return `An option has at most ${OPTION_CHOICES_MAX} choices, this one has ${choices.length}.`
  if (least === null || most === null) return 'Use whole numbers.'
  if (most < 1) return 'At least one choice must be possible.'
  if (least > most) return `At least ${least} and at most ${most} cannot be. Change one of them.`
  return most > choices.length
    ? `There ${choices.length === 1 ? 'is 1 choice' : `are ${choices.length} choices`} only.`
    : ''
}

export function describeChoiceCount(min: number, max: number): string {
  if (min === max) return `Choose ${max}`
  return min === 0 ? `Up to ${max}` : `From ${min} to ${max}`
}
