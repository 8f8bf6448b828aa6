import type { PageSummary } from './kit/page.ts'

type Screen = Pick<PageSummary, 'path' | 'title' | 'description' | 'heading'> & {
  /** Its module, which exports `Screen`; it brings its own style sheet. */
  screen: `./${string}-screen.tsx`
}

/** Those of who works in a kitchen. */
const kitchenScreens = (
  [
    ['', 'Kitchens', 'kitchens'],
    ['/:slug', 'Kitchen', 'board'],
    ['/:slug/menu', 'Menu', 'menu'],
    ['/:slug/hours', 'Opening hours', 'hours'],
    ['/:slug/delivery', 'Delivery', 'delivery'],
    ['/:slug/settings', 'Kitchen settings', 'settings'],
    ['/:slug/figures', 'Figures', 'figures'],
    ['/:slug/money', 'Money', 'money'],
  ] as const
).map(
  ([path, title, screen]): Screen => ({
    path: `/kitchen${path}`,
    title,
    description: 'For those who run a kitchen.',
    screen: `./kitchen/${screen}-screen.tsx`,
  }),
)

/** Those of the author. */
const deskScreens = (
  [
    ['', 'Desk', 'desk'],
    ['/moderation', 'Moderation', 'moderation'],
    ['/errors', 'Errors', 'errors'],
    ['/people', 'People', 'people'],
    ['/notices', 'Notices', 'notices'],
    ['/push', 'Push', 'push'],
    ['/tools', 'Tools', 'tools'],
    ['/kitchens', 'Kitchens', 'kitchens'],
    ['/orders', 'Orders', 'orders'],
    ['/payments', 'Payments', 'payments'],
    ['/mail', 'Mail', 'mail'],
    ['/log', 'Log', 'log'],
  ] as const
).map(
  ([path, title, screen]): Screen => ({
    path: `/desk${path}`,
    title,
    description: 'For the author alone.',
    screen: `./desk/${screen}-screen.tsx`,
  }),
)

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
  {
    path: '/orders/:id/receipts',
    title: 'Receipts',
    description: 'What was paid for an order, and what was given back, on paper.',
    screen: './ordering/receipts-screen.tsx',
  },
  ...kitchenScreens,
  ...deskScreens,
]

export const screens: PageSummary[] = list.map((screen) => ({ ...screen, subject: 'about', file: '' }))
