import { expect, test } from 'vitest'
import { readStyles } from '../testing/styles.ts'

test('lights blink for at most five seconds, and only placeholders of loading content move for longer (WCAG 2.2.2)', async () => {
  const animations = (await readStyles()).flatMap(({ selector, declarations: { animation } }) =>
    animation ? [{ selector, animation }] : [],
  )
  const lights = animations.find(({ selector }) => selector === '.led-busy')
  const [, seconds, times] = lights?.animation.match(/^led-busy ([\d.]+)s steps\(1\) (\d+)$/) ?? []
  expect(Number(seconds) * Number(times)).toBeLessThanOrEqual(5)
  const endless = animations.filter(({ animation }) => animation.includes('infinite'))
  expect(endless.map(({ selector }) => selector)).toEqual(['.skeleton'])
})
