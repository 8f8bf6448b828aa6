/** What the native projects are made of. */
export interface NativeSettings {
  /** Reverse domain name. */
  id: string
  name: string
  /** `1.2.3`. */
  version: string
  /** Where the site is. */
  origin: string
  /** The paths of its pages, which open in the app; all others stay in the browser. */
  paths: string[]
  /** The site's icon, an SVG without ground. */
  icon: string
}

/** The grounds of the look (web/look/tokens.css): the page, and the sky that the icon stands in. */
export const appColours = {
  day: { page: '#f2f8fc', sky: '#a9d4f5' },
  night: { page: '#0c1424', sky: '#0a1226' },
} as const

/** A number that grows with the version: 1.2.3 is 10203. */
export const toVersionNumber = (version: string): number =>
  version.split('.').reduce((number, part) => number * 100 + Number.parseInt(part, 10), 0)
