import type { WebFeature } from '../../kit/web-feature.ts'

export const offlineFeature: WebFeature = {
  name: 'offline',
  screens: [
    {
      path: '/offline',
      title: 'Offline',
      description: 'The pages that can be read without a connection.',
      screen: 'offline/offline-screen.tsx',
    },
  ],
}
