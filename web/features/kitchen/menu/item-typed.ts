import { errors } from '#contract/errors.ts'
import type { ManagedItem } from '#contract/kitchen.ts'
import type { ItemDraft } from '#contract/menu.ts'
import type { Allergen, Diet } from '#contract/menu-enums.ts'
import { formatMoneyInput, parseMoney } from '#contract/money-input.ts'
import { LINE_QUANTITY_MAX, MENU_NAME_LENGTH_MAX, MENU_TEXT_LENGTH_MAX } from '#contract/ordering-limits.ts'
import { findPriceProblem } from '#contract/pricing.ts'
import type { Problems } from '../../../forms/use-problems.ts'
import { countInput, parseCount } from '../editing/typed-number.ts'

/** A choice as it is typed; one without an id is new. */
export interface ChoiceTyped {
  id: string | null
  name: string
  /** With or without a sign; empty is none. */
  adjustment: string
  allergens: Allergen[]
}

export interface OptionTyped {
  optionId: string | null
  name: string
  min: string
  max: string
  choices: ChoiceTyped[]
}

/** An item as it is typed. */
export interface ItemTyped extends Record<string, unknown> {
  categoryId: string
  name: string
  description: string
  price: string
  allergens: Allergen[]
  diets: Diet[]
  available: boolean
  /** Empty: nobody counts. */
  portionsLeft: string
  /** Empty: any number. */
  maxPerOrder: string
  options: OptionTyped[]
}

export const newChoice = (): ChoiceTyped => ({ id: null, name: '', adjustment: '', allergens: [] })
export const newOption = (): OptionTyped => ({ optionId: null, name: '', min: '1', max: '1', choices: [newChoice()] })

/** What the form begins with. @param item undefined for a new one */
export const itemTyped = (categoryId: string, item: ManagedItem | undefined, currency: string): ItemTyped => ({
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
 * What is sent. `fresh` leaves the ids out, of what somebody else has removed; `counted` has the portions in it, which
 * customers order from meanwhile.
 */
export const itemDraftOf = (typed: ItemTyped, currency: string, { fresh = false, counted = true } = {}): ItemDraft => ({
  categoryId: typed.categoryId,
  name: typed.name.trim(),
  description: typed.description.trim(),
  price: parseMoney(typed.price, currency) ?? 0,
  allergens: typed.allergens,
  diets: typed.diets,
  available: typed.available,
  ...(counted && { portionsLeft: parseCount(typed.portionsLeft) }),
  maxPerOrder: parseCount(typed.maxPerOrder),
  options: typed.options.map(({ optionId, name, min, max, choices }) => ({
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

/** What is wrong, by the field: options and choices by their places. */
export function itemProblems(typed: ItemTyped, currency: string): Problems {
  const problems: Problems = { name: nameProblem(typed.name) }
  if ([...typed.description.trim()].length > MENU_TEXT_LENGTH_MAX) problems.description = errors.text_too_long.message
  const example = formatMoneyInput(950, currency)
  const price = parseMoney(typed.price, currency)
  if (price === null) problems.price = `Write a price such as ${example}.`
  else if (price < 0) problems.price = errors.amount_invalid.message
  if (typed.portionsLeft.trim() !== '' && parseCount(typed.portionsLeft) === null)
    problems.portionsLeft = 'Use a whole number, or leave it empty.'
  const most = parseCount(typed.maxPerOrder)
  if (typed.maxPerOrder.trim() !== '' && (most === null || most < 1 || most > LINE_QUANTITY_MAX))
    problems.maxPerOrder = `Use a whole number from 1 to ${LINE_QUANTITY_MAX}, or leave it empty.`
  for (const [place, option] of typed.options.entries()) {
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
  // Prices say nothing as long as one of them, or a number of choices, is still wrong.
  if (!Object.values(problems).some(Boolean)) problems.price = findPriceProblem(pricesOf(typed, currency))
  return problems
}

const pricesOf = ({ price, options }: ItemTyped, currency: string) => ({
  price: parseMoney(price, currency) ?? 0,
  options: options.map(({ min, max, choices }) => ({
    min: parseCount(min) ?? 0,
    max: parseCount(max) ?? 0,
    choices: choices.map(({ adjustment }) => ({ priceAdjustment: parseMoney(adjustment, currency) ?? 0 })),
  })),
})

function countsProblem({ min, max, choices }: OptionTyped): string {
  const [least, most] = [parseCount(min), parseCount(max)]
  if (choices.length === 0) return 'Add a choice, or remove the option.'
  if (least === null || most === null) return 'Use whole numbers.'
  if (most < 1) return 'At least one choice must be possible.'
  if (least > most) return `At least ${least} and at most ${most} cannot be. Change one of them.`
  return most > choices.length
    ? `There ${choices.length === 1 ? 'is 1 choice' : `are ${choices.length} choices`} only.`
    : ''
}

/** How many choices a customer makes, in words. */
export function countsWords(min: number, max: number): string {
  if (min === max) return `Choose ${max}`
  return min === 0 ? `Up to ${max}` : `From ${min} to ${max}`
}
