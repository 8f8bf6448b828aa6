/** The subjects of pages. The subject of a page is the name of its tile colour. */
export const pageSubjects = ['gaming', 'games', 'programming', 'projects', 'about'] as const
export type PageSubject = (typeof pageSubjects)[number]

/**
 * The maximum length of the name of the site, in UTF-16 code units. A longer name does not fit into the header on a
 * phone.
 */
export const SITE_NAME_LENGTH_MAX = 40

/**
 * The features of the site in addition to its pages. With `false`, the site contains no page, link, code or route of
 * the feature. Comments, newsletter, push, ordering and statistics need accounts; without accounts, the build fails.
 */
export interface SiteFeatures {
  /**
   * Switches on sign-up and login, the desk (the pages for admins, with notices and tools), and the pages in
   * content/private.
   */
  accounts: boolean
  /** Comments on every page, with moderation, mails and feeds. */
  comments: boolean
  /** Mails about new pages, sent for each page or weekly, and the list of subscribers. */
  newsletter: boolean
  /** Push messages to the devices of readers. */
  push: boolean
  /** Kitchens, menus, orders and payments. */
  ordering: boolean
  /** Counts of visits and readers, for the author alone. Off in a site.config.ts without this line. */
  statistics: boolean
  /** The game of the home page: it measures the time in which the reader scrolls to the end of the page. */
  run: boolean
}

/** The names of all features. A feature without a line in site.config.ts is off. */
export const featureNames: readonly (keyof SiteFeatures)[] = [
  'accounts',
  'comments',
  'newsletter',
  'push',
  'ordering',
  'statistics',
  'run',
]

/**
 * The hues of a site in degrees of OKLCH: about 20 is red, 60 orange, 90 yellow, 150 green, 240 blue, 300 violet and
 * 350 pink. The design sets lightness and saturation, so that text stays readable with every hue.
 */
export interface SiteHues extends Partial<Record<PageSubject, number>> {
  /** The sky, pages, text, lines and links. */
  sky?: number
  /** Buttons and marks. */
  accent?: number
}

/** Everything that differs between sites of this engine. `npm run new` writes it (docs/forking.md). */
export interface SiteConfig {
  /**
   * The product name: the second half of every page title, and the brand in the header. At most `SITE_NAME_LENGTH_MAX`
   * characters.
   */
  name: string
  /** A sentence beside the name in the footer. */
  motto: string
  /** The origin of the site, without a trailing slash. Canonical links, feeds and pictures use it. */
  origin: string
  /** The language of the texts in content/, as a BCP 47 tag. */
  language: string
  /** The meta description of a page that has none of its own (S2.15). */
  description: string
  /** The groups of the menu in their order (S2.20), each with its own tile colour. */
  groups: Record<string, PageSubject>
  /** Links to other sites (S2.18). Each link is at the end of its group in the menu, and also in the footer. */
  links: { name: string; url: string; group: string }[]
  /** Profiles elsewhere, shown in the footer and in the structured data. */
  social: { name: string; url: string }[]
  author: string
  /** The hues of the site's colours. A colour that is left out has the default hue (contract/palette.ts). */
  colours?: SiteHues
  /**
   * Where to report a security problem of the site: a `mailto:…` or `https://…` URL (/.well-known/security.txt). Mails
   * about a change of an account also contain this URL, for a reader who has not made the change.
   */
  securityContact: string
  /**
   * The native app (docs/native.md). The id is the author's domain name in reverse order, and must not change after the
   * app is published.
   */
  app: { id: string }
  features: SiteFeatures
}
