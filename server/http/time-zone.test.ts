import { expect, test } from 'vitest'
import { isTimeZone } from './time-zone.ts'

test.each(['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])('%s is a time zone', (name) => {
  expect(isTimeZone(name)).toBe(true)
})

test.each(['', '+01:00', 'Mars/Olympus', 'Europe/Berlin\0', '__proto__', '../../etc/passwd', 'constructor'])(
  '“%s” is not a time zone',
  (name) => {
    expect(isTimeZone(name)).toBe(false)
  },
)
