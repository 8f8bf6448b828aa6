import { type ComponentType, createContext, type EffectCallback, use } from 'react'
import type { AuthUser } from '#contract/accounts.ts'
import type { SiteFeatures } from '#site'
import type { FeatureModule, Heading, PageSummary } from './page.ts'

/** A page that is no article. The menu, feeds and the search do not list it, and search engines leave it out. */
export interface FeatureScreen {
  path: string
  title: string
  heading?: string
  /** For search engines and link previews. */
  description: string
  /** Exports `Screen`, and `preload` where it loads more before it is shown. */
  screen: FeatureModule
  /** What the screen of a desk page shows to admins alone. */
  deskScreen?: FeatureModule
}

/** A page of the desk, the admins' part of the site. */
export interface DeskPage {
  path: `/desk/${string}`
  title: string
  /** Exports `Screen`; loaded for admins alone. */
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
 * What a feature brings to the site. Components are part of the first load of every page, so they are small or load what
 * they show. Screens, desk pages and account sections are loaded with the first page that is no article
 * (build/features-plugin.ts).
 */
export interface WebFeature {
  name: string
  /** The feature is left out of the build where site.config.ts has this switch off. */
  switchedBy?: keyof SiteFeatures
  screens?: readonly FeatureScreen[]
  deskPages?: readonly DeskPage[]
  /** Links at the end of the menu and in the footer. */
  links?: readonly { to: string; title: string }[]
  accountLinks?: readonly AccountLink[]
  /** Sections of the account page. Each module exports `AccountSection`. */
  accountSections?: readonly FeatureModule[]
  /** Stands above the header. */
  Top?: ComponentType
  /** Stands at the end of the header. */
  HeaderItem?: ComponentType
  /** A group after those of the author's pages in the menu. */
  MenuGroup?: ComponentType
  /** A section below the words of Home and of articles, and its heading for "On this page". */
  articleEnd?: { heading: Heading; Section: ComponentType<{ page: PageSummary }> }
  /** Sticks to the bottom of the window. The strip of the first feature is the lowest. */
  FootStrip?: ComponentType
  /** Has no place of its own, such as a dialog. */
  Overlay?: ComponentType
  /** Loads each module that the feature names; added by the build. */
  modules?: Record<FeatureModule, () => Promise<unknown>>
  /** Runs when the application has mounted. */
  start?: EffectCallback
}

/**
 * The features of the site (features.ts), for components that show what features bring. Screens find screens, desk pages
 * and account sections in it, everything around a page the rest.
 */
export const FeaturesContext = createContext<readonly WebFeature[]>([])

export const useFeatures = (): readonly WebFeature[] => use(FeaturesContext)
