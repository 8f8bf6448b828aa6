import type { PushTopic } from '#contract/push.ts'
import { site } from '#site'

interface TopicText {
  name: string
  /** Completes the sentence "Tell me when". A topic without this text cannot be chosen. */
  when?: string
}

/** The topics of features that a site can switch off. */
type SwitchedTopic = 'replies' | 'orders'

/** The texts for the topics of push messages. A topic whose feature is switched off has no text. */
export const pushTopicTexts: Record<Exclude<PushTopic, SwitchedTopic> | 'test', TopicText> &
  Partial<Record<SwitchedTopic, TopicText>> = {
  ...(site.features.comments && { replies: { name: 'Reply', when: 'Somebody replies to my comment' } }),
  notices: { name: 'Notice', when: 'A notice of the site' },
  pages: { name: 'New page', when: 'A new page appears' },
  ...(site.features.ordering && { orders: { name: 'Order', when: 'My order changes' } }),
  errors: {
    name: 'Error',
    when: `An error of the site that has not come up before${site.features.ordering ? ', or a payment to look at' : ''}`,
  },
  test: { name: 'Test' },
}
