import { expect, it } from 'vitest'
import type { Backplane } from './backplane.ts'
import { declareBackplaneTests } from './backplane-tests.ts'
import { memoryBackplane } from './memory.ts'

/** Returns the titles of the contract tests that fail for a memory backplane with these changes. */
async function failuresOf(change: (backplane: Backplane) => Partial<Backplane>): Promise<string[]> {
  const tests: { title: string; run: () => Promise<void> }[] = []
  declareBackplaneTests(
    (title, run) => tests.push({ title, run }),
    () => {
      const backplane = memoryBackplane()
      return async () => ({ ...backplane, ...change(backplane) })
    },
  )
  const failures: string[] = []
  for (const { title, run } of tests) await run().catch(() => failures.push(title))
  return failures
}

it('a correct backplane passes the contract tests, and a backplane with a fault fails the test for this fault', async () => {
  expect(await failuresOf(() => ({}))).toEqual([])
  const deaf = ({ subscribe }: Backplane): Partial<Backplane> => ({
    async subscribe(topic, receive) {
      await subscribe(topic, receive)
      return async () => {}
    },
  })
  expect(await failuresOf(deaf)).toContain(
    'delivers no messages after unsubscribe(), and delivers messages again after a new subscription',
  )
  const lowerCase = ({ publish, subscribe }: Backplane): Partial<Backplane> => ({
    publish: (topic, bytes) => publish(topic.toLowerCase(), bytes),
    subscribe: (topic, receive) => subscribe(topic.toLowerCase(), receive),
  })
  expect(await failuresOf(lowerCase)).toEqual(['accepts any text as topic and distinguishes all topics'])
})
