import type { Appearance } from '@stripe/stripe-js'

/** The tokens that the provider's fields are drawn with, in the names of card-fields.css, where the browser resolves them. */
const colours = {
  colorPrimary: '--card-link',
  colorBackground: '--card-ground',
  colorText: '--card-ink',
  colorTextSecondary: '--card-soft',
  colorTextPlaceholder: '--card-soft',
  colorDanger: '--card-behind',
} as const

/** The look of the provider's fields: they stand in a frame of another site, which knows nothing of our style sheet. */
export function appearanceOf(place: Element): Appearance {
  const style = getComputedStyle(place)
  const of = (name: string) => style.getPropertyValue(name).trim()
  const [control, ink, link, behind] = ['--card-control', '--card-ink', '--card-link', '--card-behind'].map(of)
  return {
    theme: isNight() ? 'night' : 'stripe',
    disableAnimations: matchMedia('(prefers-reduced-motion: reduce)').matches,
    variables: {
      ...Object.fromEntries(Object.entries(colours).map(([name, token]) => [name, of(token)])),
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

/** Calls when day has become night, or motion unwanted, whoever decided it. @returns what ends it */
export function onNewLook(listener: () => void): () => void {
  const theme = new MutationObserver(listener)
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const wishes = ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)'].map((query) => matchMedia(query))
  for (const wish of wishes) wish.addEventListener('change', listener)
  return () => {
    theme.disconnect()
    for (const wish of wishes) wish.removeEventListener('change', listener)
  }
}
