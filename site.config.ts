/** Everything that makes this site its author's: the first file to change in a fork. */
export interface SiteConfig {
  /** The product name: the second half of every page title, and the brand in the header. */
  name: string
  /** The address the site is reached at, without a trailing slash: for canonical links, feeds and pictures. */
  origin: string
  /** BCP 47 language of the words in content/. */
  language: string
  /** The meta description of a page that has none of its own (S2.15). */
  description: string
  /** The external leaderboard site (S2.18). */
  leaderboard: { name: string; url: string }
  /** Profiles elsewhere, shown in the footer and in the structured data. */
  social: { name: string; url: string }[]
  author: string
}

export const site: SiteConfig = {
  name: 'Hobohat',
  origin: 'https://hobohat.example',
  language: 'en',
  description:
    'Speedrunning, game development and hardware: Marble Blast Ultra runs, the games of Hobohat, PC builds and servers at home.',
  leaderboard: { name: 'Marble Leaderboards', url: 'https://marbleleaderboards.example' },
  social: [],
  author: 'Hobohat',
}
