import type { Appearance } from '@stripe/stripe-js'
import { currentTheme, onThemeChange } from '../../../device/theme.ts'

/** Returns the appearance of the provider's fields, with the colours of card-fields.css. Their frame cannot read our style sheet. */
export function getAppearance(container: Element): Appearance {
  const style = getComputedStyle(container)
  const read = (name: string) => style.getPropertyValue(`--card-${name}`).trim()
  const [ink, link, behind, soft] = [read('ink'), read('link'), read('behind'), read('soft')]
  return {
    theme: currentTheme() === 'night' ? 'night' : 'stripe',
    disableAnimations: reducedMotion().matches,
    variables: {
      colorPrimary: link,
      colorBackground: read('ground'),
      colorText: ink,
      colorTextSecondary: soft,
      colorTextPlaceholder: soft,
      colorDanger: behind,
      fontFamily: 'Figtree, system-ui, sans-serif',
      fontSizeBase: '18px',
      fontSizeSm: '16px',
      borderRadius: '13px',
      spacingUnit: '4px',
      gridRowSpacing: '14px',
    },
    rules: {
      '.Label': { color: ink, fontWeight: '600', fontSize: '16px', lineHeight: '1.5' },
      '.Input': { border: `1px solid ${read('control')}`, boxShadow: 'none', padding: '12px 15px', lineHeight: '1.5' },
      '.Input:hover': { borderColor: ink },
      '.Input:focus': { borderColor: link, boxShadow: `0 0 0 2px ${link}` },
      '.Input--invalid': { borderColor: behind, boxShadow: `inset 0 0 0 1px ${behind}` },
      '.Error': { fontSize: '16px' },
    },
  }
}

/** Calls when the theme or the preference for reduced motion changes. @returns a function that ends the calls */
export function onAppearanceChange(listener: () => void): () => void {
  const endTheme = onThemeChange(listener)
  const motion = reducedMotion()
  motion.addEventListener('change', listener)
  return () => {
    endTheme()
    motion.removeEventListener('change', listener)
  }
}

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)')
