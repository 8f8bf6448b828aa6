import { site } from '#site'

/**
 * The locale of dates, numbers and lists in the interface, whose text is English. If the language of the site is a
 * regional form of English, such as en-US, the locale is that language. Otherwise the locale is British English.
 */
export const interfaceLocale = deriveInterfaceLocale(site.language)

/** Returns the locale of the interface for the language of a site's pages. */
export function deriveInterfaceLocale(language: string): string {
  return new Intl.Locale(language).language === 'en' && language !== 'en' ? language : 'en-GB'
}
