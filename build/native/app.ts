/** The settings of the native projects. */
export interface NativeSettings {
  /** The reverse domain name. */
  id: string
  name: string
  /** `1.2.3`. */
  version: string
  /** The origin of the site. */
  origin: string
  /** The paths of pages that open in the app; others open in the browser. */
  paths: string[]
  /** The site's icon, an SVG with a transparent background. */
  icon: string
}

/** The background colours (web/look/tokens.css): of the page, and of the icon's sky. */
export const appColours = {
  day: { page: '#f2f8fc', sky: '#a9d4f5' },
  night: { page: '#0c1424', sky: '#0a1226' },
} as const

/** Converts a version to an increasing number: 1.2.3 is 10203. */
export const toVersionNumber = (version: string): number =>
  version.split('.').reduce((number, part) => number * 100 + Number.parseInt(part, 10), 0)
