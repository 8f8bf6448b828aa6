import type { FeatureScreen, WebFeature } from '../../kit/web-feature.ts'

const description = 'For those who run a kitchen.'

export const kitchenFeature: WebFeature = {
  name: 'kitchen',
  switchedBy: 'ordering',
  screens: (
    [
      { path: '/kitchen', title: 'Kitchens', screen: 'kitchen/kitchens-screen.tsx' },
      { path: '/kitchen/:slug', title: 'Kitchen', screen: 'kitchen/board/board-screen.tsx' },
      { path: '/kitchen/:slug/menu', title: 'Menu', screen: 'kitchen/menu-screen.tsx' },
      { path: '/kitchen/:slug/hours', title: 'Opening hours', screen: 'kitchen/hours-screen.tsx' },
      { path: '/kitchen/:slug/delivery', title: 'Delivery', screen: 'kitchen/delivery-screen.tsx' },
      { path: '/kitchen/:slug/settings', title: 'Kitchen settings', screen: 'kitchen/settings-screen.tsx' },
      { path: '/kitchen/:slug/figures', title: 'Figures', screen: 'kitchen/figures/figures-screen.tsx' },
      { path: '/kitchen/:slug/money', title: 'Money', screen: 'kitchen/money-screen.tsx' },
    ] satisfies Omit<FeatureScreen, 'description'>[]
  ).map((screen) => ({ ...screen, description })),
  accountLinks: [{ to: '/kitchen', title: 'Kitchen', roles: ['Admin', 'Partner'] }],
}
