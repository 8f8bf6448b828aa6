import type { Appearance } from '@stripe/stripe-js'

/** The colours of the provider's fields, as custom properties of card-fields.css. */
const colours = {
  colorPrimary: '--card-link',
  colorBackground: '--card-ground',
  colorText: '--card-ink',
  colorTextSecondary: '--card-soft',
  colorTextPlaceholder: '--card-soft',
  colorDanger: '--card-behind',
} as const

/** Returns the appearance of the provider's fields. Their frame cannot read our style sheet. */
export function getAppearance(container: Element): Appearance {
  const style = getComputedStyle(container)
  const read = (name: string) => style.getPropertyValue(name).trim()
  const [control, ink, link, behind] = ['--card-control', '--card-ink', '--card-link', '--card-behind'].map(read)
  return {
    theme: isNight() ? 'night' : 'stripe',
    disableAnimations: matchMedia('(prefers-reduced-motion: reduce)').matches,
    variables: {
      ...Object.fromEntries(Object.entries(colours).map(([name, token]) => [name, read(token)])),
      fontFamily: 'Figtree, system-ui, sans-serif',
      fontSizeBase: '18px',
      fontSizeSm: '16px',
      borderRadius: '13px',
      spacingUnit: '4px',
      gridRowSpacing: '14px',
    },
    rules: {
      '.Label': { color: ink ?? '', fontWeight: '600', fontSize: '16px', lineHeight: '1.5' },
      '.Input': { border: `1px solid ${control}`, boxShadow: 'none', padding: '12px 15px', lineHeight: '1.5' },
      '.Input:hover': { borderColor: ink ?? '' },
      '.Input:focus': { borderColor: link ?? '', boxShadow: `0 0 0 2px ${link}` },
      '.Input--invalid': { borderColor: behind ?? '', boxShadow: `inset 0 0 0 1px ${behind}` },
      '.Error': { fontSize: '16px' },
    },
  }
}

function isNight(): boolean {
  const chosen = document.documentElement.dataset.theme
  return chosen ? chosen === 'night' : matchMedia('(prefers-color-scheme: dark)').matches
}

/** Calls when the theme or the preference for reduced motion changes. @returns a function that ends the calls */
export function onAppearanceChange(listener: () => void): () => void {
  const theme = new MutationObserver(listener)
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const preferences = ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)'].map((query) =>
    matchMedia(query),
  )
  for (const preference of preferences) preference.addEventListener('change', listener)
  return () => {
    theme.disconnect()
    for (const preference of preferences) preference.removeEventListener('change', listener)
  }
}
