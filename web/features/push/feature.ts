import type { WebFeature } from '../../kit/web-feature.ts'
import { DeviceRegistrationLoader } from './device-registration-loader.tsx'

export const pushFeature: WebFeature = {
  name: 'push',
  switchedBy: 'push',
  deskPages: [{ path: '/desk/push', title: 'Push', group: 'Audience', screen: 'desk/notices/push-ledger.tsx' }],
  accountSections: ['accounts/my-account/push-notifications.tsx'],
  Overlay: DeviceRegistrationLoader,
}
