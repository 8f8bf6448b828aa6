import { expect, it } from 'vitest'
import { isSafari } from './push-device.ts'

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)'

it.each([
  ['Safari on a Mac', `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`],
  ['Safari on an iPhone', `${iphone} Version/18.5 Mobile/15E148 Safari/604.1`],
])('S5.06 detects %s as Safari', (_name, agent) => {
  expect(isSafari(agent)).toBe(true)
})

it.each([
  ['Chrome', `${mac} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36`],
  ['Chromium', `${mac} AppleWebKit/537.36 (KHTML, like Gecko) Chromium/141.0.0.0 Safari/537.36`],
  ['Edge', `${mac} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`],
  ['Firefox', `${mac.replace(')', '; rv:143.0)')} Gecko/20100101 Firefox/143.0`],
  ['Chrome on an iPhone', `${iphone} CriOS/141.0 Mobile/15E148 Safari/604.1`],
  ['Edge on an iPhone', `${iphone} Version/18.0 EdgiOS/141.0 Mobile/15E148 Safari/605.1.15`],
  ['Firefox on an iPhone', `${iphone} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`],
  [
    'the browser of an old Android',
    `${android} AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30`,
  ],
])('S5.06 does not detect %s as Safari', (_name, agent) => {
  expect(isSafari(agent)).toBe(false)
})
