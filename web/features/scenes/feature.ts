import type { WebFeature } from '../../kit/web-feature.ts'

export const scenesFeature: WebFeature = {
  name: 'scenes',
  devScreens: [
    {
      path: '/scenes',
      title: 'Scenes',
      description: 'The props of scenes, and a place to try a scene.',
      screen: 'desk/scenes/dev-scenes.tsx',
    },
  ],
  deskPages: [{ path: '/desk/scenes', title: 'Scenes', group: 'Content', screen: 'desk/scenes/scenes.tsx' }],
}
