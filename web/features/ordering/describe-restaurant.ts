import { isMarkedSoldOut } from '#contract/line-problems.ts'
import type { Item, Kitchen, KitchenTerms, OpeningInterval } from '#contract/menu.ts'
import type { Diet } from '#contract/menu-enums.ts'
import { resolveCurrencyAndDigits } from '#contract/money.ts'
import { formatLocalDate } from '#contract/opening-hours.ts'
import { site } from '#site'

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const dietNames: Record<Diet, string> = { vegetarian: 'Vegetarian', vegan: 'Vegan', halal: 'Halal', kosher: 'Kosher' }

/** Describes a kitchen in terms of schema.org, with its menu, prices and opening hours. */
export function buildRestaurantStructuredData({ terms, categories }: Kitchen, now: number) {
  const url = `${site.origin}/order/${terms.slug}`
  const specialDays = listSpecialDays(terms, now)
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
    ...(specialDays.length > 0 && { specialOpeningHoursSpecification: specialDays }),
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
  const { currencyDigits } = resolveCurrencyAndDigits(currency)
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

/** Lists the hours of each weekday, such as `Mo 17:00-22:00`. */
const listOpeningHours = (terms: KitchenTerms): string[] =>
  weekdays.flatMap((day, at) => {
    const intervals = terms.hours.weekly.filter(({ weekday }) => weekday === at + 1)
    return listTimes(intervals, terms).map(({ opens, closes }) => `${day} ${opens}-${closes}`)
  })

/** Lists the hours of each special day from today on. A closed day opens and closes at midnight. */
function listSpecialDays(terms: KitchenTerms, now: number) {
  const today = formatLocalDate(now, terms.timezone)
  const days = terms.hours.special.filter(({ date }) => date >= today)
  return days.flatMap(({ date, intervals }) => {
    const times = listTimes(intervals, terms)
    return (times.length > 0 ? times : [{ opens: '00:00', closes: '00:00' }]).map((time) => ({
      '@type': 'OpeningHoursSpecification',
      ...time,
      validFrom: date,
      validThrough: date,
    }))
  })
}

/**
 * Lists the times of the offered services, for delivery and pickup together. An opening of 24 hours ends a minute
 * early, because search engines read equal times as closed.
 */
function listTimes(intervals: readonly OpeningInterval[], { services }: KitchenTerms) {
  const offered = intervals.filter(({ service }) => services.includes(service))
  const times = offered.map(({ from, to }) => ({
    opens: formatTimeOfDay(from),
    closes: formatTimeOfDay(from === to ? (to + 1_439) % 1_440 : to),
  }))
  return [...new Map(times.map((time) => [time.opens + time.closes, time])).values()]
}

/** Returns a time of day such as `17:30`. @param minutes since midnight */
const formatTimeOfDay = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
