/** A tile colour of the look. */
export type Subject = 'gaming' | 'games' | 'programming' | 'projects' | 'about'

/**
 * The features of the site beside its pages. A feature that is `false` leaves no page, no link, no code and no route behind.
 * Comments, newsletter, push, ordering and statistics need accounts; the build refuses them without.
 */
export interface SiteFeatures {
  /**
   * Switches on sign-up and login, the desk (the pages for admins, with notices and tools), and the pages in
   * content/private.
   */
  accounts: boolean
  /** Comments on every page, their moderation, their mails and feeds. */
  comments: boolean
  /** Mails about new pages, at once or weekly, and the list of their subscribers. */
  newsletter: boolean
  /** Push messages to the devices of readers. */
  push: boolean
  /** Kitchens, menus, orders and payments. */
  ordering: boolean
  /** Counts of visits and readers, for the author alone. Off in a site.config.ts without this line. */
  statistics: boolean
  /** The game of the home page: a clock that runs while the reader scrolls to its end. */
  run: boolean
}

/**
 * The hues of a site in degrees of OKLCH: about 20 is red, 60 orange, 90 yellow, 150 green, 240 blue, 300 violet and 350
 * pink. Lightness and saturation belong to the look, so that text stays readable with every hue.
 */
export interface SiteHues extends Partial<Record<Subject, number>> {
  /** The sky, pages, text, lines and links. */
  sky?: number
  /** Buttons and marks. */
  accent?: number
}

/** Everything that makes this site its author's. `npm run new` writes it (docs/forking.md). */
export interface SiteConfig {
  /** The product name: the second half of every page title, and the brand in the header. */
  name: string
  /** A sentence beside the name in the footer. */
  motto: string
  /** The address the site is reached at, without a trailing slash: for canonical links, feeds and pictures. */
  origin: string
  /** BCP 47 language of the words in content/. */
  language: string
  /** The meta description of a page that has none of its own (S2.15). */
  description: string
  /** The groups of the menu, in its order (S2.20), each with the tile colour that it owns. */
  groups: Record<string, Subject>
  /** An external leaderboard site, and the group of the menu that it ends (S2.18). */
  leaderboard?: { name: string; url: string; group: string }
  /** Profiles elsewhere, shown in the footer and in the structured data. */
  social: { name: string; url: string }[]
  author: string
  /** The hues of the site's colours. A colour that is left out has the hue of the engine (contract/palette.ts). */
  colours?: SiteHues
  /** Where somebody who finds a flaw in the site tells of it: `mailto:…` or `https://…` (/.well-known/security.txt). */
  securityContact: string
  /** The native app (docs/native.md). The id is a domain name of the author backwards, and never changes once published. */
  app: { id: string }
  features: SiteFeatures
}
