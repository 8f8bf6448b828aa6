import { dayColours, nightColours } from '../../contract/site-colours.ts'

/** The settings of the native projects. */
export interface NativeSettings {
  /** The id of the app: a reverse domain name, such as org.example.site. */
  id: string
  name: string
  /** The version, such as 1.2.3. */
  version: string
  /** The origin of the site. */
  origin: string
  /** The paths of pages that open in the app; others open in the browser. */
  paths: string[]
  /** The site's icon, an SVG with a transparent background. */
  icon: string
}

/** The background colours of the page and of the icon, by day and by night. */
export const nativeAppColours = {
  day: { page: dayColours.page, sky: dayColours['sky-1'] },
  night: { page: nightColours.page, sky: nightColours['sky-1'] },
} as const

/** Converts a version to an increasing number: 1.2.3 is 10203. */
export const toVersionNumber = (version: string): number =>
  version.split('.').reduce((number, part) => number * 100 + Number.parseInt(part, 10), 0)
