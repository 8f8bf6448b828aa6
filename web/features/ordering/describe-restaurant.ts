import { isMarkedSoldOut } from '#contract/line-problems.ts'
import type { Item, Kitchen, KitchenTerms } from '#contract/menu.ts'
import type { Diet } from '#contract/menu-enums.ts'
import { resolveCurrencyUnit } from '#contract/money.ts'
import { site } from '#site'

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const dietNames: Record<Diet, string> = { vegetarian: 'Vegetarian', vegan: 'Vegan', halal: 'Halal', kosher: 'Kosher' }

/** Describes a kitchen in terms of schema.org, with its menu, prices and opening hours. */
export function buildRestaurantStructuredData({ terms, categories }: Kitchen, now: number) {
  const url = `${site.origin}/order/${terms.slug}`
  return {
    '@type': 'Restaurant',
    name: terms.name,
    url,
    ...(terms.blurb && { description: terms.blurb }),
    ...(terms.place && { address: terms.place }),
    ...(terms.phone && { telephone: terms.phone }),
    ...(terms.picture && { image: site.origin + terms.picture }),
    currenciesAccepted: terms.currency,
    openingHours: listOpeningHours(terms),
    hasMenu: {
      '@type': 'Menu',
      url,
      hasMenuSection: categories.map(({ name, items }) => ({
        '@type': 'MenuSection',
        name,
        hasMenuItem: items.map((item) => describeItem(item, terms, now)),
      })),
    },
  }
}

function describeItem({ name, description, diets, price, ...item }: Item, { currency }: KitchenTerms, now: number) {
  const isAvailable = item.portionsLeft !== 0 && !isMarkedSoldOut(item, now)
  const { currencyDigits } = resolveCurrencyUnit(currency)
  return {
    '@type': 'MenuItem',
    name,
    ...(description && { description }),
    ...(diets.length > 0 && { suitableForDiet: diets.map((diet) => `https://schema.org/${dietNames[diet]}Diet`) }),
    offers: {
      '@type': 'Offer',
      price: (price / 10 ** currencyDigits).toFixed(currencyDigits),
      priceCurrency: currency,
      availability: `https://schema.org/${isAvailable ? 'InStock' : 'SoldOut'}`,
    },
  }
}

/** Lists the hours of each weekday, such as `Mo 17:00-22:00`, for delivery and pickup together. */
const listOpeningHours = ({ hours }: KitchenTerms): string[] => [
  ...new Set(
    hours.weekly.map(
      ({ weekday, from, to }) => `${weekdays[weekday - 1]} ${formatTimeOfDay(from)}-${formatTimeOfDay(to)}`,
    ),
  ),
]

/** Returns a time of day such as `17:30`. @param minutes since midnight */
const formatTimeOfDay = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
