import { callAll, listen } from './listen.ts'

type Theme = 'day' | 'night'

const queryDarkScheme = () => matchMedia('(prefers-color-scheme: dark)')

export const readSystemTheme = (): Theme => (queryDarkScheme().matches ? 'night' : 'day')

/** Returns the theme that the reader has chosen, or else the theme of the system. */
export const readTheme = (): Theme => (document.documentElement.dataset.theme as Theme | undefined) ?? readSystemTheme()

/**
 * Sets the colour of the browser's bars. The first theme colour is for the day, the second for the night (index.html).
 */
export function setBarTheme(theme: Theme): void {
  for (const [i, meta] of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').entries())
    meta.media = (theme === 'night') === (i === 1) ? 'all' : 'not all'
}

/** Calls the listener when the theme changes. @returns a function that removes the listener */
export function onThemeChange(listener: () => void): () => void {
  const choice = new MutationObserver(listener)
  choice.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return callAll(() => choice.disconnect(), listen(queryDarkScheme(), 'change', listener))
}
