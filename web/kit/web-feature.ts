import { type ComponentType, createContext, type EffectCallback, use } from 'react'
import type { AuthUser } from '#contract/accounts.ts'
import type { InboxKind } from '#contract/inbox.ts'
import type { SiteFeatures } from '#contract/site-config.ts'
import type { FeatureModule, Heading, PageSummary } from './page.ts'

/** A page that is not an article. The menu, the feeds, the search and search engines do not list such a page. */
export interface FeatureScreen {
  path: string
  title: string
  heading?: string
  /** The description for search engines and link previews. */
  description: string
  /** The module that exports `Screen`, and `preload` when it loads more data before it is shown. */
  screen: FeatureModule
  /** The module of the part of a desk page that only admins load. */
  deskScreen?: FeatureModule
}

/** A page of the desk, the admins' part of the site. */
export interface DeskPage {
  path: `/desk/${string}`
  title: string
  /** The group of the page in the navigation of the desk. */
  group: string
  /** The kind of things that wait on the page. Its link shows their number. */
  waiting?: InboxKind
  /** The module that exports `Screen`. It is loaded only for admins. */
  screen: FeatureModule
}

/** A link in the menu of the header's avatar. */
export interface AccountLink {
  to: string
  title: string
  /** Only readers with one of these roles see the link. */
  roles?: readonly AuthUser['roles'][number][]
}

/**
 * The parts that a feature adds to the site. Its components are in the first load of every page, so they are small or load their
 * content later. Screens, desk pages and account sections are loaded with the first page that is no article
 * (build/features-plugin.ts).
 */
export interface WebFeature {
  name: string
  /** The feature is left out of the build where site.config.ts has this switch off. */
  switchedBy?: keyof SiteFeatures
  screens?: readonly FeatureScreen[]
  /** Screens that only `npm run dev` has. */
  devScreens?: readonly FeatureScreen[]
  deskPages?: readonly DeskPage[]
  /** Steps at the desk that set up a new site. Each module exports `steps`. */
  setupSteps?: readonly FeatureModule[]
  /** Links at the end of the menu and in the footer. */
  links?: readonly { to: string; title: string }[]
  accountLinks?: readonly AccountLink[]
  /** Sections of the account page. Each module exports `AccountSection`. */
  accountSections?: readonly FeatureModule[]
  /** Shown at the end of the header. */
  HeaderItem?: ComponentType
  /** A group at the end of the menu, after the author's pages. */
  MenuGroup?: ComponentType
  /** A link at the top of each article. */
  ArticleTool?: ComponentType<{ page: PageSummary }>
  /** A section below the text of Home and of articles, and its heading for "On this page". */
  articleEnd?: { heading: Heading; Section: ComponentType<{ page: PageSummary }> }
  /** A strip at the bottom of the window. Only the strip of the first feature that has one is shown. */
  FootStrip?: ComponentType
  /** Rendered outside the page's layout, such as a dialog. */
  Overlay?: ComponentType
  /** Loads each module that the feature names; added by the build. */
  modules?: Record<FeatureModule, () => Promise<unknown>>
  /** Runs when the application has mounted. */
  start?: EffectCallback
}

/**
 * The features of the site (features.ts), for components that show parts of features. Screens, desk pages and account
 * sections are included only in the code of screens.
 */
export const FeaturesContext = createContext<readonly WebFeature[]>([])

export const useFeatures = (): readonly WebFeature[] => use(FeaturesContext)
