import { errors } from '#contract/errors.ts'
import type { ManagedItem } from '#contract/kitchen.ts'
import type { ItemDraft } from '#contract/menu.ts'
import type { Allergen, Diet } from '#contract/menu-enums.ts'
import { formatMoneyInput, parseMoney } from '#contract/money-input.ts'
import { LINE_QUANTITY_MAX, MENU_NAME_LENGTH_MAX, MENU_TEXT_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { findPriceProblem } from '#contract/pricing.ts'
import type { Problems } from '../../../forms/use-problems.ts'
import { countInput, parseCount } from '../editing/count-input.ts'

/** The form values of a choice. A new choice has no id. */
export interface ChoiceValues {
  id: string | null
  name: string
  /** The change of the price, with or without a sign; empty for none. */
  adjustment: string
  allergens: Allergen[]
}

export interface OptionValues {
  optionId: string | null
  name: string
  min: string
  max: string
  choices: ChoiceValues[]
}

/** The form values of an item. */
export interface ItemValues extends Record<string, unknown> {
  categoryId: string
  name: string
  description: string
  price: string
  allergens: Allergen[]
  diets: Diet[]
  available: boolean
  /** Empty when the portions are not counted. */
  portionsLeft: string
  /** Empty when the number is not limited. */
  maxPerOrder: string
  options: OptionValues[]
}

export const newChoice = (): ChoiceValues => ({ id: null, name: '', adjustment: '', allergens: [] })
export const newOption = (): OptionValues => ({ optionId: null, name: '', min: '1', max: '1', choices: [newChoice()] })

/** Returns the first values of the form. @param item undefined for a new item */
export const toItemValues = (categoryId: string, item: ManagedItem | undefined, currency: string): ItemValues => ({
  categoryId,
  name: item?.name ?? '',
  description: item?.description ?? '',
  price: item ? formatMoneyInput(item.price, currency) : '',
  allergens: item?.allergens ?? [],
  diets: item?.diets ?? [],
  available: item?.available ?? true,
  portionsLeft: countInput(item?.portionsLeft ?? null),
  maxPerOrder: countInput(item?.maxPerOrder ?? null),
  options: (item?.options ?? []).map(({ optionId, name, min, max, choices }) => ({
    optionId,
    name,
    min: String(min),
    max: String(max),
    choices: choices.map(({ id, name, priceAdjustment, allergens }) => ({
      id,
      name,
      allergens,
      adjustment: priceAdjustment === 0 ? '' : signed(priceAdjustment, currency),
    })),
  })),
})

const signed = (minor: number, currency: string) => `${minor > 0 ? '+' : ''}${formatMoneyInput(minor, currency)}`

/**
 * Returns the item for the request. `fresh` omits the ids, for an item that somebody else removed. `counted` includes the
 * portions, which orders change in the meantime.
 */
export const toItemDraft = (
  formValues: ItemValues,
  currency: string,
  { fresh = false, counted = true } = {},
): ItemDraft => ({
  categoryId: formValues.categoryId,
  name: formValues.name.trim(),
  description: formValues.description.trim(),
  price: parseMoney(formValues.price, currency) ?? 0,
  allergens: formValues.allergens,
  diets: formValues.diets,
  available: formValues.available,
  ...(counted && { portionsLeft: parseCount(formValues.portionsLeft) }),
  maxPerOrder: parseCount(formValues.maxPerOrder),
  options: formValues.options.map(({ optionId, name, min, max, choices }) => ({
    ...(optionId !== null && !fresh && { optionId }),
    name: name.trim(),
    min: parseCount(min) ?? 0,
    max: parseCount(max) ?? 0,
    choices: choices.map(({ id, name, adjustment, allergens }) => ({
      ...(id !== null && !fresh && { id }),
      name: name.trim(),
      priceAdjustment: parseMoney(adjustment, currency) ?? 0,
      allergens,
    })),
  })),
})

function nameProblem(name: string): string {
  const { length } = [...name.trim()]
  if (length === 0) return errors.name_missing.message
  return length > MENU_NAME_LENGTH_MAX ? errors.name_too_long.message : ''
}

/** Returns the problems by field. The fields of options and choices have their indexes. */
export function itemProblems(formValues: ItemValues, currency: string): Problems {
  const problems: Problems = { name: nameProblem(formValues.name) }
  if ([...formValues.description.trim()].length > MENU_TEXT_LENGTH_MAX)
    problems.description = errors.text_too_long.message
  const example = formatMoneyInput(950, currency)
  const price = parseMoney(formValues.price, currency)
  if (price === null) problems.price = `Write a price such as ${example}.`
  else if (price < 0) problems.price = errors.amount_invalid.message
  if (formValues.portionsLeft.trim() !== '' && parseCount(formValues.portionsLeft) === null)
    problems.portionsLeft = 'Use a whole number, or leave it empty.'
  const most = parseCount(formValues.maxPerOrder)
  if (formValues.maxPerOrder.trim() !== '' && (most === null || most < 1 || most > LINE_QUANTITY_MAX))
    problems.maxPerOrder = `Use a whole number from 1 to ${LINE_QUANTITY_MAX}, or leave it empty.`
  for (const [place, option] of formValues.options.entries()) {
    problems[`option-${place}-name`] = nameProblem(option.name)
    problems[`option-${place}-max`] = countsProblem(option)
    for (const [at, choice] of option.choices.entries()) {
      problems[`choice-${place}-${at}-name`] = nameProblem(choice.name)
      const isAmount = choice.adjustment.trim() === '' || parseMoney(choice.adjustment, currency) !== null
      problems[`choice-${place}-${at}-adjustment`] = isAmount
        ? ''
        : `Write an amount such as ${example} or −${example}.`
    }
  }
  // The price is only checked when all other fields are valid.
  if (!Object.values(problems).some(Boolean)) problems.price = findPriceProblem(pricesOf(formValues, currency))
  return problems
}

const pricesOf = ({ price, options }: ItemValues, currency: string) => ({
  price: parseMoney(price, currency) ?? 0,
  options: options.map(({ min, max, choices }) => ({
    min: parseCount(min) ?? 0,
    max: parseCount(max) ?? 0,
    choices: choices.map(({ adjustment }) => ({ priceAdjustment: parseMoney(adjustment, currency) ?? 0 })),
  })),
})

function countsProblem({ min, max, choices }: OptionValues): string {
  const [least, most] = [parseCount(min), parseCount(max)]
  if (choices.length === 0) return 'Add a choice, or remove the option.'
  if (least === null || most === null) return 'Use whole numbers.'
  if (most < 1) return 'At least one choice must be possible.'
  if (least > most) return `At least ${least} and at most ${most} cannot be. Change one of them.`
  return most > choices.length
    ? `There ${choices.length === 1 ? 'is 1 choice' : `are ${choices.length} choices`} only.`
    : ''
}

/** Describes how many choices a customer makes. */
export function describeChoiceCount(min: number, max: number): string {
  if (min === max) return `Choose ${max}`
  return min === 0 ? `Up to ${max}` : `From ${min} to ${max}`
}
