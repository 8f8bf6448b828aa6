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
  {
    path: '/kitchen',
    title: 'Kitchens',
    description: 'The kitchens you work in.',
    screen: './kitchen/kitchens-screen.tsx',
  },
  {
    path: '/kitchen/:slug',
    title: 'Kitchen',
    description: 'The board of a kitchen: its orders, for those who cook.',
    screen: './kitchen/board-screen.tsx',
  },
  {
    path: '/kitchen/:slug/menu',
    title: 'Menu',
    description: 'The menu of a kitchen, for those who write it.',
    screen: './kitchen/menu-screen.tsx',
  },
  {
    path: '/kitchen/:slug/hours',
    title: 'Opening hours',
    description: 'When a kitchen is open, for those who run it.',
    screen: './kitchen/hours-screen.tsx',
  },
  {
    path: '/kitchen/:slug/delivery',
    title: 'Delivery',
    description: 'Where a kitchen delivers and what it costs, for those who run it.',
    screen: './kitchen/delivery-screen.tsx',
  },
  {
    path: '/kitchen/:slug/settings',
    title: 'Kitchen settings',
    description: 'What a kitchen says of itself, for those who run it.',
    screen: './kitchen/settings-screen.tsx',
  },
  {
    path: '/kitchen/:slug/figures',
    title: 'Figures',
    description: 'What a kitchen has sold, for those who run it.',
    screen: './kitchen/figures-screen.tsx',
  },
  {
    path: '/order',
    title: 'Order food',
    description: 'Kitchens that cook for you: which are open, and what they ask for delivery to your door.',
    screen: './ordering/kitchens-screen.tsx',
  },
  {
    path: '/order/:slug',
    title: 'Menu',
    description: 'The menu of a kitchen, and your order from it.',
    screen: './ordering/menu-screen.tsx',
  },
  {
    path: '/order/:slug/checkout',
    title: 'Checkout',
    description: 'What a kitchen needs to know before it cooks for you.',
    screen: './ordering/checkout-screen.tsx',
  },
  {
    path: '/orders',
    title: 'Your orders',
    description: 'What you have ordered, and where it is.',
    screen: './ordering/orders-screen.tsx',
  },
  {
    path: '/orders/:id',
    title: 'Order',
    description: 'Where an order is, what happened to it, and its receipt.',
    screen: './ordering/order-screen.tsx',
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
  {
    path: '/desk/kitchens',
    title: 'Kitchens',
    description: 'For the author alone.',
    screen: './desk/kitchens-screen.tsx',
  },
  { path: '/desk/orders', title: 'Orders', description: 'For the author alone.', screen: './desk/orders-screen.tsx' },
  { path: '/desk/mail', title: 'Mail', description: 'For the author alone.', screen: './desk/mail-screen.tsx' },
  { path: '/desk/log', title: 'Log', description: 'For the author alone.', screen: './desk/log-screen.tsx' },
]

export const screens: PageSummary[] = list.map((screen) => ({ ...screen, subject: 'about', file: '' }))
