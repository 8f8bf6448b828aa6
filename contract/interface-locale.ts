import { site } from '#site'

/**
 * The locale of dates, numbers and lists in the interface. The text of the interface is English. So the locale is the
 * language of the site when this is a regional form of English, such as en-US, and otherwise British English.
 */
export const interfaceLocale = chooseInterfaceLocale(site.language)

/** Returns the locale of the interface for the language of a site's pages. */
export function chooseInterfaceLocale(language: string): string {
  return new Intl.Locale(language).language === 'en' && language !== 'en' ? language : 'en-GB'
}
