import { expect, it } from 'vitest'
import { memoryBackplane } from '../backplanes/memory.ts'
import { BackplaneTopicSubscriptions } from './topic-subscriptions.ts'

it('subscribes again after the backplane has refused a subscription', async () => {
  const backplane = memoryBackplane()
  const received: string[] = []
  let isRefusing = true
  const topics = new BackplaneTopicSubscriptions(
    {
      ...backplane,
      subscribe: async (topic, receive) => {
        if (isRefusing) throw new Error('Permission denied.')
        return backplane.subscribe(topic, receive)
      },
    },
    (bytes) => void received.push(Buffer.from(bytes).toString()),
  )
  await expect(topics.add('news')).rejects.toThrow('Permission denied.')
  isRefusing = false
  await topics.add('news')
  await backplane.publish('news', Buffer.from('hello'))
  expect(received).toEqual(['hello'])
  await topics.remove('news')
  await backplane.publish('news', Buffer.from('nobody'))
  expect(received).toEqual(['hello'])
})
