import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartError } from './http/start-error.ts'

test('an empty environment gives the defaults, and an empty variable counts as not set', () => {
  const defaults = {
    HOST: '127.0.0.1',
    PORT: 3000,
    DATA_DIR: resolve('data'),
    BUILD_DIR: resolve('dist'),
    LOG_LEVEL: 'info',
    TRUST_PROXY: false,
  }
  expect(readConfig({})).toEqual(defaults)
  expect(readConfig({ HOST: '', PORT: ' ', DATA_DIR: '', LOG_LEVEL: '', TRUST_PROXY: '' })).toEqual(defaults)
})

test('every variable can be set', () => {
  const environment = {
    HOST: '::',
    PORT: '8080',
    DATA_DIR: '/srv/data',
    BUILD_DIR: '/srv/dist',
    LOG_LEVEL: 'warn',
    TRUST_PROXY: 'On',
  }
  expect(readConfig(environment)).toEqual({ ...environment, PORT: 8080, TRUST_PROXY: true })
})

test('every bad variable is named at once, with what it is and what it must be', () => {
  const read = () => readConfig({ PORT: '80x', LOG_LEVEL: 'loud', TRUST_PROXY: 'maybe', HOST: '::' })
  expect(read).toThrow(StartError)
  expect(read).toThrow(
    [
      'PORT must be a whole number from 0 to 65535.',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.',
      'TRUST_PROXY must be on or off.',
    ].join('\n'),
  )
})

test.each(['65536', '-1', '3000.5', '0x10', '1e3', '999999'])('PORT %s is refused', (PORT) => {
  expect(() => readConfig({ PORT })).toThrow(`PORT must be a whole number from 0 to 65535.`)
})

test.each(['constructor', '__proto__', 'toString'])('TRUST_PROXY %s is refused', (TRUST_PROXY) => {
  expect(() => readConfig({ TRUST_PROXY })).toThrow('TRUST_PROXY must be on or off')
})
