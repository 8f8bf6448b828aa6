import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PasswordField } from './password-field.tsx'

const inputOf = (isNew: boolean) => {
  const field = createElement(PasswordField, { id: 'p', name: 'password', label: 'Password', isNew })
  return /<input[^>]*>/.exec(renderToStaticMarkup(field))?.[0] ?? ''
}

test.each([
  [false, 'current-password'],
  [true, 'new-password'],
])(
  'S5.02 a password is hidden, and its field tells password managers whether the password is new (%s)',
  (isNew, kind) => {
    expect(inputOf(isNew)).toContain(' type="password"')
    expect(inputOf(isNew)).toContain(` autoComplete="${kind}"`)
    // The browser must not cut off a password that is typed or pasted. A message tells the reader when it is too long.
    expect(inputOf(isNew)).not.toMatch(/maxlength|pattern|readonly/i)
  },
)
