import type { WebFeature } from '../../kit/web-feature.ts'
import { PageComments } from './lazy-comments.tsx'
import { startSendingWaitingComments } from './writing/start-waiting-comments.ts'

export const commentsFeature: WebFeature = {
  name: 'comments',
  switchedBy: 'comments',
  screens: [
    {
      path: '/unsubscribe',
      title: 'Mails about replies',
      description: 'Ends the mails about replies to comments, by the link of any of them.',
      screen: 'accounts/mailed-links/unsubscribe-from-replies-screen.tsx',
    },
  ],
  deskPages: [
    {
      path: '/desk/moderation',
      title: 'Moderation',
      group: 'Audience',
      waiting: 'comment',
      screen: 'desk/moderation/moderation.tsx',
    },
  ],
  accountSections: ['accounts/my-account/mail-preferences.tsx'],
  articleEnd: { heading: { id: 'comments', text: 'Comments', depth: 2 }, Section: PageComments },
  start: startSendingWaitingComments,
}
