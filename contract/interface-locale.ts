import { site } from '#site'

/**
 * The locale of dates, numbers and lists within the words of the interface, which are English: that of an English site,
 * such as en-US, else British.
 */
export const interfaceLocale = chooseInterfaceLocale(site.language)

/** Returns the locale of the interface of a site whose pages are in a language. */
export function chooseInterfaceLocale(language: string): string {
  return new Intl.Locale(language).language === 'en' && language !== 'en' ? language : 'en-GB'
}
