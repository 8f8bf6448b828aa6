import type { WebFeature } from '../../kit/web-feature.ts'
import { Notices } from './notices.tsx'

/** Notices that admins write at the desk, shown at the bottom of every page. */
export const noticesFeature: WebFeature = {
  name: 'notices',
  switchedBy: 'accounts',
  deskPages: [{ path: '/desk/notices', title: 'Notices', group: 'Content', screen: 'desk/notices/notices.tsx' }],
  setupSteps: ['desk/setup/delete-sample-notice-step.tsx'],
  FootStrip: Notices,
}
