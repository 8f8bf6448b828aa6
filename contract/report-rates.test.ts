import { expect, test } from 'vitest'
import * as rates from './report-rates.ts'

test.each([
  ['nebelhorn.example', 0.01],
  ['www.example.org', 0.01],
  ['10.0.0.1', 0.01],
  ['172.192.0.1', 0.01],
  ['localhost.example.org', 0.01],
  ['localhost', 0],
  ['192.168.1.20', 0],
  ['192.0.2.1', 0],
  ['192', 0],
])('S9.04 on the host %s, the share of traced page loads is %s', (host, rate) => {
  expect(rates.chooseTracesRateByHost(host)).toBe(rate)
})

test('S9.04 the report settings name the environment production, record sessions only after an error, and include personal data', () => {
  expect(rates.REPORT_ENVIRONMENT).toBe('production')
  expect(rates.REPLAYS_SESSION_SAMPLE_RATE).toBe(0)
  expect(rates.REPLAYS_ON_ERROR_SAMPLE_RATE).toBe(1)
  expect(rates.SEND_DEFAULT_PII).toBe(true)
})
