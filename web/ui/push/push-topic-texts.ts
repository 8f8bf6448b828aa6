import type { PushTopic } from '#contract/push.ts'
import { site } from '#site'

/**
 * The texts for the topics of push messages. `when` completes the sentence "Tell me when"; a topic without `when`
 * cannot be chosen.
 */
export const pushTopicTexts: Partial<Record<PushTopic | 'test', { name: string; when?: string }>> = {
  ...(site.features.comments && { replies: { name: 'Answer', when: 'Somebody answers my comment' } }),
  notices: { name: 'Notice', when: 'A notice of the site' },
  pages: { name: 'New page', when: 'A new page appears' },
  ...(site.features.ordering && { orders: { name: 'Order', when: 'My order changes' } }),
  errors: {
    name: 'Error',
    when: `An error of the site that has not come up before${site.features.ordering ? ', or a payment to look at' : ''}`,
  },
  test: { name: 'Test' },
}
