import { SystemBars, SystemBarsStyle } from '@capacitor/core'

/**
 * Lets what the system shows above and below the page be read on it: the site's day or night is not always the device's
 * (web/features/theme).
 * @returns what ends it
 */
export function followTheme(): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const night = (document.documentElement.dataset.theme ?? (dark.matches ? 'night' : 'day')) === 'night'
    SystemBars.setStyle({ style: night ? SystemBarsStyle.Dark : SystemBarsStyle.Light })
  }
  const observer = new MutationObserver(apply)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  dark.addEventListener('change', apply)
  apply()
  return () => {
    observer.disconnect()
    dark.removeEventListener('change', apply)
  }
}
