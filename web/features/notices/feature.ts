import type { WebFeature } from '../../kit/web-feature.ts'
import { Notices } from './notices.tsx'

/** Admins write notices at the desk. */
export const notices: WebFeature = {
  name: 'notices',
  switchedBy: 'accounts',
  deskPages: [{ path: '/desk/notices', title: 'Notices', screen: 'desk/notices/notices.tsx' }],
  FootStrip: Notices,
}
