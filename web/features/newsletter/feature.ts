import type { WebFeature } from '../../kit/web-feature.ts'

export const newsletterFeature: WebFeature = {
  name: 'newsletter',
  switchedBy: 'newsletter',
  screens: [
    {
      path: '/newsletter',
      title: 'New pages by mail',
      description: 'Get a mail when a new page appears, at once or once a week. Any mail ends them with one click.',
      screen: 'newsletter/newsletter-screen.tsx',
    },
    {
      path: '/newsletter/confirm',
      title: 'Confirm your address',
      description: 'The page that the link of a mail opens to confirm a subscription.',
      screen: 'newsletter/mailed-link-screen.tsx',
    },
    {
      path: '/newsletter/unsubscribe',
      title: 'No more mails about new pages',
      description: 'The page that the link of a mail opens to end the mails about new pages.',
      screen: 'newsletter/mailed-link-screen.tsx',
    },
    {
      path: '/newsletter/sent',
      title: 'Look in your mail',
      description: 'A mail with a link is on its way.',
      screen: 'newsletter/result-screen.tsx',
    },
    {
      path: '/newsletter/confirmed',
      title: 'Your address is confirmed',
      description: 'New pages come by mail from now on.',
      screen: 'newsletter/result-screen.tsx',
    },
    {
      path: '/newsletter/unsubscribed',
      title: 'You get no more of these mails',
      description: 'The mails about new pages have ended.',
      screen: 'newsletter/result-screen.tsx',
    },
    {
      path: '/newsletter/link-expired',
      title: 'That link cannot be used',
      description: 'The link is too old or not complete.',
      screen: 'newsletter/result-screen.tsx',
    },
    {
      path: '/newsletter/invalid-address',
      title: 'That is not an email address',
      description: 'The address has a typing mistake.',
      screen: 'newsletter/result-screen.tsx',
    },
    {
      path: '/newsletter/unavailable',
      title: 'No mail at the moment',
      description: 'This site cannot send mail at the moment.',
      screen: 'newsletter/result-screen.tsx',
    },
  ],
  deskPages: [
    { path: '/desk/subscribers', title: 'Subscribers', group: 'Audience', screen: 'desk/subscribers/subscribers.tsx' },
  ],
  accountSections: ['accounts/my-account/newsletter-setting.tsx'],
  links: [{ to: '/newsletter', title: 'New pages by mail' }],
}
