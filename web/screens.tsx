import type { ComponentType } from 'react'
import { site } from '#site'
import { features } from './features.ts?screens'
import { loadFeatureModules } from './kit/feature-modules.ts'
import type { PageSummary } from './kit/page.ts'
import { type DeskPage, type FeatureScreen, FeaturesContext, type WebFeature } from './kit/web-feature.ts'

const summaryOf = (screen: FeatureScreen): PageSummary => ({ ...screen, subject: 'about', file: '' })

// The group of a desk page is not a group of the menu, so the summary leaves it out.
const summaryOfDeskPage = ({ path, title, screen }: DeskPage): PageSummary =>
  summaryOf({ path, title, description: 'For the author alone.', screen: 'desk/desk-gate.tsx', deskScreen: screen })

/** The pages that are not articles: the screens of the features, and then their desk pages. */
export const screens: PageSummary[] = [
  ...features.flatMap(({ screens = [], devScreens = [] }) => [...screens, ...devScreens].map(summaryOf)),
  ...(site.features.accounts ? features.flatMap(({ deskPages = [] }) => deskPages.map(summaryOfDeskPage)) : []),
]

/** The exports of a screen's module. */
interface ScreenModule {
  Screen: ComponentType<{ page: PageSummary }>
  /** Loads the data that the screen shows first, before the screen is shown. */
  preload?: (page: PageSummary, features: readonly WebFeature[]) => Promise<void>
}

/** Loads the code of a screen. @throws when it cannot be fetched */
export async function loadScreen(page: PageSummary & Required<Pick<PageSummary, 'screen'>>): Promise<ComponentType> {
  const [module] = await loadFeatureModules<ScreenModule>(features, [page.screen])
  if (!module) throw new Error(`${page.path} has no screen`)
  await module.preload?.(page, features)
  return () => (
    <FeaturesContext value={features}>
      <module.Screen page={page} />
    </FeaturesContext>
  )
}
