import type { PageSummary } from './kit/page.ts'

type Screen = Pick<PageSummary, 'path' | 'title' | 'description' | 'heading'> & {
  /** Its module, which exports `Screen`; it brings its own style sheet. */
  screen: `./${string}-screen.tsx`
}

/** The pages that are no articles: in no menu, feed or search, and search engines are told to leave them out. */
const list: Screen[] = [
  {
    path: '/login',
    title: 'Log in',
    description: 'Log in with Google, Microsoft or your email address, sign up, or continue as a guest.',
    screen: './accounts/login-screen.tsx',
  },
  {
    path: '/verify-email',
    title: 'Verify email',
    description: 'Confirms an email address: the page that the link of a verification mail leads to.',
    screen: './accounts/verify-email-screen.tsx',
  },
  {
    path: '/reset-password',
    title: 'Reset password',
    description: 'Choose a new password by the link of a mail.',
    screen: './accounts/reset-password-screen.tsx',
  },
  {
    path: '/welcome',
    title: 'Welcome',
    description: 'The page that makes the first visitor the admin of a new site.',
    screen: './accounts/welcome-screen.tsx',
  },
  {
    path: '/account',
    title: 'Your account',
    description: 'Your name, picture, password and sessions, your data, and how to delete all of it.',
    screen: './accounts/account-screen.tsx',
  },
  {
    path: '/unsubscribe',
    title: 'Mails about answers',
    description: 'Ends the mails about answers to comments, by the link of any of them.',
    screen: './accounts/unsubscribe-screen.tsx',
  },
  {
    path: '/offline',
    title: 'Offline',
    description: 'The pages that can be read without a connection.',
    screen: './offline/offline-screen.tsx',
  },
  { path: '/desk', title: 'Desk', description: 'For the author alone.', screen: './desk/desk-screen.tsx' },
  {
    path: '/desk/moderation',
    title: 'Moderation',
    description: 'For the author alone.',
    screen: './desk/moderation-screen.tsx',
  },
  { path: '/desk/errors', title: 'Errors', description: 'For the author alone.', screen: './desk/errors-screen.tsx' },
  { path: '/desk/people', title: 'People', description: 'For the author alone.', screen: './desk/people-screen.tsx' },
  {
    path: '/desk/notices',
    title: 'Notices',
    description: 'For the author alone.',
    screen: './desk/notices-screen.tsx',
  },
  { path: '/desk/push', title: 'Push', description: 'For the author alone.', screen: './desk/push-screen.tsx' },
  { path: '/desk/tools', title: 'Tools', description: 'For the author alone.', screen: './desk/tools-screen.tsx' },
  { path: '/desk/mail', title: 'Mail', description: 'For the author alone.', screen: './desk/mail-screen.tsx' },
  { path: '/desk/log', title: 'Log', description: 'For the author alone.', screen: './desk/log-screen.tsx' },
]

export const screens: PageSummary[] = list.map((screen) => ({ ...screen, subject: 'about', file: '' }))
