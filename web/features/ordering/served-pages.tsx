import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { Item, Kitchen, KitchenTerms } from '#contract/menu.ts'
import type { Diet } from '#contract/menu-enums.ts'
import { resolveMoneyUnit } from '#contract/money.ts'
import type { FirstData, KitchenRenderer, ServedPage } from '#contract/served-pages.ts'
import { site } from '#site'
import { App } from '../../app.tsx'
import { setFirstData } from '../../kit/first-render.ts'
import { headOf } from '../../kit/head.ts'
import { renderHead } from '../../kit/head-html.ts'
import { findPageAt, loadPage } from '../../page-loader.tsx'

export const load: KitchenRenderer['load'] = async () => {
  await loadPage('/order')
  await loadPage('/order/any')
}

export const renderKitchens: KitchenRenderer['renderKitchens'] = (kitchens, now) =>
  render({
    address: '/order',
    first: { now, query: 'kitchens', data: { kitchens } },
    structured: {
      '@type': 'ItemList',
      itemListElement: kitchens.map(({ name, slug }, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name,
        url: `${site.origin}/order/${slug}`,
      })),
    },
  })

export const renderMenu: KitchenRenderer['renderMenu'] = (kitchen, now) => {
  const { slug, name, blurb } = kitchen.terms
  return render({
    address: `/order/${slug}`,
    first: { now, query: `kitchen ${slug}`, data: kitchen },
    title: name,
    description: blurb || `The menu of ${name}, to order for delivery or pickup.`,
    structured: describeRestaurant(kitchen, now),
  })
}

interface RenderOptions {
  address: string
  first: FirstData
  title?: string
  description?: string
  /** Structured data by schema.org. */
  structured: object
}

/** Renders in one go: what the components read is set for this page only. */
function render({ address, first, structured, ...summary }: RenderOptions): ServedPage {
  const page = findPageAt(address)
  if (!page) throw new Error(`No page has the address ${address}.`)
  setFirstData(first)
  try {
    const html = renderToString(
      <StaticRouter location={address}>
        <App />
      </StaticRouter>,
    )
    return { html, first, head: renderHead(headOf({ ...page, ...summary, path: address }, structured)) }
  } finally {
    setFirstData(undefined)
  }
}

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const dietNames: Record<Diet, string> = { vegetarian: 'Vegetarian', vegan: 'Vegan', halal: 'Halal', kosher: 'Kosher' }

/** Returns a kitchen by schema.org, with its menu, prices and opening hours. */
function describeRestaurant({ terms, categories }: Kitchen, now: number) {
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
  const isSoldOut = item.portionsLeft === 0 || (item.soldOutUntil !== null && item.soldOutUntil > now)
  const { currencyDigits } = resolveMoneyUnit(currency)
  return {
    '@type': 'MenuItem',
    name,
    ...(description && { description }),
    ...(diets.length > 0 && { suitableForDiet: diets.map((diet) => `https://schema.org/${dietNames[diet]}Diet`) }),
    offers: {
      '@type': 'Offer',
      price: (price / 10 ** currencyDigits).toFixed(currencyDigits),
      priceCurrency: currency,
      availability: `https://schema.org/${isSoldOut ? 'SoldOut' : 'InStock'}`,
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
