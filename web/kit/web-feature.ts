import { type ComponentType, createContext, type EffectCallback, use } from 'react'
import type { AuthUser } from '#contract/accounts.ts'
import type { InboxKind } from '#contract/desk-inbox.ts'
import type { SiteFeatures } from '#contract/site-config.ts'
import type { FeatureModulePath, Heading, PageSummary } from './page.ts'

/** A page that is not an article. The menu, the feeds, the site's search and search engines do not list such a page. */
export interface FeatureScreen {
  path: string
  title: string
  heading?: string
  /** The description for search engines and link previews. */
  description: string
  /** The module that exports `Screen`, and `preload` when it loads more data before it is shown. */
  screen: FeatureModulePath
  /** The module of a desk page's content, which is loaded only for admins. */
  deskScreen?: FeatureModulePath
}

/** A page of the desk, the admins' part of the site. */
export interface DeskPage {
  path: `/desk/${string}`
  title: string
  /** The group of the page in the navigation of the desk. */
  group: string
  /** The kind of inbox items that belong to the page. The link to the page shows how many such items wait. */
  waiting?: InboxKind
  /** The module that exports `Screen`. It is loaded only for admins. */
  screen: FeatureModulePath
}

/** A link in the menu of the header's avatar. */
export interface AccountLink {
  to: string
  title: string
  /** Only readers with one of these roles see the link. */
  roles?: readonly AuthUser['roles'][number][]
}

/**
 * The parts that a feature adds to the site. Every page loads the components of all features first, so these components
 * must be small or load their content later. Screens, desk pages and account sections are loaded with the first page
 * that is not an article (build/features-plugin.ts).
 */
export interface WebFeature {
  name: string
  /** The switch of the feature. The build leaves the feature out when the switch is off in site.config.ts. */
  switchedBy?: keyof SiteFeatures
  screens?: readonly FeatureScreen[]
  /** Screens that exist only in `npm run dev`. */
  devScreens?: readonly FeatureScreen[]
  deskPages?: readonly DeskPage[]
  /** Modules with setup steps of a new site, shown at the desk. Each module exports `steps`. */
  setupSteps?: readonly FeatureModulePath[]
  /** Links at the end of the menu and in the footer. */
  links?: readonly { to: string; title: string }[]
  accountLinks?: readonly AccountLink[]
  /** Modules with sections of the account page. Each module exports `AccountSection`. */
  accountSections?: readonly FeatureModulePath[]
  /** Shown at the end of the header. */
  HeaderItem?: ComponentType
  /** A group at the end of the menu, after the author's pages. */
  MenuGroup?: ComponentType
  /** A link at the top of each article, such as the one to edit it. */
  ArticleTool?: ComponentType<{ page: PageSummary }>
  /** A section below the text of Home and of articles, and its heading for "On this page". */
  articleEnd?: { heading: Heading; Section: ComponentType<{ page: PageSummary }> }
  /** A strip at the bottom of the window. Only the strip of the first feature that has one is shown. */
  FootStrip?: ComponentType
  /** Rendered outside the page's layout, such as a dialog. */
  Overlay?: ComponentType
  /** For each module of the feature, the function that loads it; added by the build. */
  modules?: Record<FeatureModulePath, () => Promise<unknown>>
  /** Runs when the application has mounted, and returns a function that stops the feature. */
  start?: EffectCallback
}

/**
 * The features of the site (features.ts), for components that show parts of features. Their screens, desk pages and
 * account sections are included only in the code of screens.
 */
export const FeaturesContext = createContext<readonly WebFeature[]>([])

export const useFeatures = (): readonly WebFeature[] => use(FeaturesContext)
