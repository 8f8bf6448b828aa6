import type { PushTopic } from '#contract/push.ts'
import { site } from '#site'

const { comments, ordering } = site.features

/** The words for the topics of push messages. `when` follows "Tell me when"; a topic without it cannot be chosen. */
export const topicWords: Record<PushTopic | 'test', { name: string; when?: string | false }> = {
  replies: { name: 'Answer', when: comments && 'Somebody answers my comment' },
  notices: { name: 'Notice', when: 'A notice of the site' },
  orders: { name: 'Order', when: ordering && 'My order changes' },
  errors: {
    name: 'Error',
    when: `An error of the site that has not come up before${ordering ? ', or a payment to look at' : ''}`,
  },
  test: { name: 'Test' },
}
