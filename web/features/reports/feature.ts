import type { WebFeature } from '../../kit/web-feature.ts'

/** The errors that pages report (boot.ts), for admins. */
export const reports: WebFeature = {
  name: 'reports',
  switchedBy: 'accounts',
  deskPages: [{ path: '/desk/errors', title: 'Errors', screen: 'desk/errors/errors.tsx' }],
}
