import type { WebFeature } from '../../kit/web-feature.ts'
import { startLiveConnection } from '../../live/live.ts'
import { SessionMenu } from './session-menu.tsx'

export const accountsFeature: WebFeature = {
  name: 'accounts',
  switchedBy: 'accounts',
  screens: [
    {
      path: '/login',
      title: 'Log in',
      description: 'Log in with Google, Microsoft or your email address, sign up, or continue as a guest.',
      screen: 'accounts/entry/login-screen.tsx',
    },
    {
      path: '/verify-email',
      title: 'Verify email',
      description: 'Confirms an email address: the page that the link of a verification mail leads to.',
      screen: 'accounts/mailed-links/verify-email-screen.tsx',
    },
    {
      path: '/test-mail',
      title: 'Test mail',
      description: 'Confirms that mail of the site arrives: the page that the link of a test mail leads to.',
      screen: 'accounts/mailed-links/confirm-test-mail-screen.tsx',
    },
    {
      path: '/reset-password',
      title: 'Reset password',
      description: 'Choose a new password by the link of a mail.',
      screen: 'accounts/mailed-links/reset-password-screen.tsx',
    },
    {
      path: '/welcome',
      title: 'Welcome',
      description: 'The page that makes the first visitor the admin of a new site.',
      screen: 'accounts/entry/claim-site-screen.tsx',
    },
    {
      path: '/account',
      title: 'Your account',
      description: 'Your name, picture, password and sessions, your data, and how to delete all of it.',
      screen: 'accounts/account-screen.tsx',
    },
  ],
  deskPages: [
    {
      path: '/desk/people',
      title: 'People',
      group: 'Audience',
      waiting: 'application',
      screen: 'desk/people/people.tsx',
    },
  ],
  setupSteps: ['desk/setup/account-steps.tsx'],
  accountLinks: [{ to: '/account', title: 'Your account' }],
  HeaderItem: SessionMenu,
  start: startLiveConnection,
}
