import type { WebFeature } from '../../kit/web-feature.ts'
import { EditLink } from './edit-link.tsx'

export const authoringFeature: WebFeature = {
  name: 'authoring',
  switchedBy: 'accounts',
  screens: [
    {
      path: '/desk/pages/edit',
      title: 'Write a page',
      description: 'For the author alone.',
      screen: 'desk/desk-gate.tsx',
      deskScreen: 'desk/pages/page/editor-screen.tsx',
    },
  ],
  ArticleTool: EditLink,
  deskPages: [{ path: '/desk/pages', title: 'Pages', group: 'Content', screen: 'desk/pages/list/pages.tsx' }],
}
