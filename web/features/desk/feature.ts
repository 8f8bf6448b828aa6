import { startCountingInbox } from '../../kit/count-waiting.ts'
import type { WebFeature } from '../../kit/web-feature.ts'

export const deskFeature: WebFeature = {
  name: 'desk',
  switchedBy: 'accounts',
  screens: [
    {
      path: '/desk',
      title: 'Desk',
      description: 'For the author alone.',
      screen: 'desk/desk-gate.tsx',
      deskScreen: 'desk/overview.tsx',
    },
  ],
  deskPages: [
    {
      path: '/desk/mail',
      title: 'Mail',
      group: 'Site',
      waiting: 'mail',
      screen: 'desk/mail/mail.tsx',
    },
    {
      path: '/desk/backups',
      title: 'Backups',
      group: 'Site',
      waiting: 'backup',
      screen: 'desk/backups/backups.tsx',
    },
    { path: '/desk/log', title: 'Log', group: 'Site', screen: 'desk/log/log.tsx' },
  ],
  start: startCountingInbox,
  setupSteps: ['desk/setup/site-steps.tsx'],
  accountLinks: [{ to: '/desk', title: 'Desk', roles: ['Admin'] }],
}
