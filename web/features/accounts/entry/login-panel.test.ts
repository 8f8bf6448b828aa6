import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { LoginPanel } from './login-panel.tsx'

type Properties = Parameters<typeof LoginPanel>[0]

const html = (properties: Properties = {}) =>
  renderToStaticMarkup(createElement(MemoryRouter, null, createElement(LoginPanel, properties)))

/** Returns which parts of the panel are shown. */
const ways = (properties?: Properties) => {
  const panel = html(properties)
  return {
    title: panel.includes('<h1>Log in</h1>'),
    email: panel.includes('name="password"'),
    signup: panel.includes('Create an account'),
    guest: panel.includes('Continue as a guest'),
  }
}

test('S2.30 without properties the login panel has its title, email and password, and a link to sign up', () => {
  expect(ways()).toEqual({ title: true, email: true, signup: true, guest: false })
})

test.each<[Properties, object]>([
  [{ allowGuest: true }, { guest: true }],
  [{ allowGuest: false }, { guest: false }],
  [{ allowEmailLogin: true }, { email: true, signup: true }],
  [{ allowEmailLogin: false }, { email: false, signup: false }],
  [{ hideTitle: true }, { title: false }],
  [{ hideTitle: false }, { title: true }],
  [{ allowSignup: true }, { signup: true }],
  [{ allowSignup: false }, { signup: false }],
])(
  'S2.30 with the properties %o, the login panel differs from the default only in the part that they name',
  (properties, difference) => {
    expect(ways(properties)).toEqual({ title: true, email: true, signup: true, guest: false, ...difference })
  },
)
