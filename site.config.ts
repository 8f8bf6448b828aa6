/** A tile colour of the look (web/look/subjects.ts). */
export type Subject = 'gaming' | 'games' | 'programming' | 'projects' | 'about'

/**
 * What the site offers beside its pages. A feature that is `false` leaves no page, no link, no code and no route behind.
 * Comments, push and ordering need accounts; the build refuses them without.
 */
export interface SiteFeatures {
  /** Sign-up and login, the desk with notices and tools, and pages in content/private. */
  accounts: boolean
  /** Comments on every page, their moderation, their mails and feeds. */
  comments: boolean
  /** Push messages to the devices of readers. */
  push: boolean
  /** Kitchens, menus, orders and payments. */
  ordering: boolean
}

/** Everything that makes this site its author's: the first file to change in a fork. */
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
  /** The external leaderboard site, and the group of the menu that it ends (S2.18). */
  leaderboard: { name: string; url: string; group: string }
  /** Profiles elsewhere, shown in the footer and in the structured data. */
  social: { name: string; url: string }[]
  author: string
  /** Where somebody who finds a flaw in the site tells of it: `mailto:…` or `https://…` (/.well-known/security.txt). */
  securityContact: string
  /** The native app (docs/native.md). The id is a domain name of the author backwards, and never changes once published. */
  app: { id: string }
  features: SiteFeatures
}

export const site: SiteConfig = {
  name: 'Hobohat',
  motto: 'Speedrunning, small games, PC builds and servers at home.',
  origin: 'https://hobohat.example',
  language: 'en',
  description:
    'Speedrunning, game development and hardware: Marble Blast Ultra runs, the games of Hobohat, PC builds and servers at home.',
  groups: {
    Gaming: 'gaming',
    'Game Development': 'games',
    Projects: 'projects',
    Programming: 'programming',
    'About Me': 'about',
  },
  leaderboard: { name: 'Marble Leaderboards', url: 'https://marbleleaderboards.example', group: 'Projects' },
  social: [],
  author: 'Hobohat',
  securityContact: 'mailto:security@hobohat.example',
  app: { id: 'example.hobohat' },
  features: { accounts: true, comments: true, push: true, ordering: true },
}
