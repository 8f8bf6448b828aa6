import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { InitialData, KitchenPageRenderer, ServerRenderedPage } from '#contract/served-pages.ts'
import { site } from '#site'
import { App } from './app.tsx'
import { buildRestaurantStructuredData } from './features/ordering/describe-restaurant.ts'
import { buildHeadElements } from './kit/head.ts'
import { renderHead } from './kit/head-html.ts'
import { setInitialData } from './kit/initial-data.ts'
import { findPageOrNotFoundPage, loadPage } from './page-loader.tsx'

const load: KitchenPageRenderer['load'] = async () => {
  await loadPage('/order')
  await loadPage('/order/any')
}

const renderKitchens: KitchenPageRenderer['renderKitchens'] = (kitchens, now) =>
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

const renderMenu: KitchenPageRenderer['renderMenu'] = (kitchen, now) => {
  const { slug, name, blurb } = kitchen.terms
  return render({
    address: `/order/${slug}`,
    first: { now, query: `kitchen ${slug}`, data: kitchen },
    title: name,
    description: blurb || `The menu of ${name}, to order for delivery or pickup.`,
    structured: buildRestaurantStructuredData(kitchen, now),
  })
}

/** The server imports this renderer from the build. */
export const kitchenPageRenderer: KitchenPageRenderer = { load, renderKitchens, renderMenu }

interface RenderOptions {
  address: string
  first: InitialData
  title?: string
  description?: string
  /** Structured data in terms of schema.org. */
  structured: object
}

/** Renders a page. The rendering is synchronous, because `setInitialData` sets values that all components read. */
function render({ address, first, structured, ...summary }: RenderOptions): ServerRenderedPage {
  const page = findPageOrNotFoundPage(address)
  if (!page) throw new Error(`No page has the address ${address}.`)
  setInitialData(first)
  try {
    const html = renderToString(
      <StaticRouter location={address}>
        <App />
      </StaticRouter>,
    )
    return { html, first, head: renderHead(buildHeadElements({ ...page, ...summary, path: address }, structured)) }
  } finally {
    setInitialData(undefined)
  }
}
