import { expect, test } from 'vitest'
import { formatSubscriberCsv, parseSubscriberCsv } from './subscriber-csv.ts'

const emailsOf = (csv: string) => parseSubscriberCsv(csv).addresses.map(({ email }) => email)

test.each([
  ['one address on each line', 'a@example.org\nb@example.org\n', ['a@example.org', 'b@example.org']],
  ['a byte order mark and Windows line ends', '\ufeffemail\r\na@example.org\r\n', ['a@example.org']],
  ['another column before the address', 'Name;E-Mail\n"Jo; the first";jo@example.org\n', ['jo@example.org']],
  ['a quoted cell with a line break', 'name,email\n"Jo\n""x""",jo@example.org', ['jo@example.org']],
  [
    'a quotation mark inside a cell',
    'name,email\nThe 7" man,a@example.org\n"Bo, B", "b@example.org"',
    ['a@example.org', 'b@example.org'],
  ],
  ['a postal address before the email address', 'Address,Email\n1 High Street,a@example.org\n', ['a@example.org']],
  ['tabs', 'note@home\tnone\nx\tb@example.org', ['b@example.org']],
])('reads a list of subscribers with %s', (_, csv, emails) => {
  expect(emailsOf(csv)).toEqual(emails)
})

test('reads each email address once, and lists the lines without an address by their numbers in the file', () => {
  const list = parseSubscriberCsv('email\nA@example.org\na@EXAMPLE.org\n"no\naddress"\n=cmd|x\n\nb@example.org')
  expect(list.addresses.map(({ email }) => email)).toEqual(['A@example.org', 'b@example.org'])
  expect(list.repeated).toBe(1)
  expect(list.invalid).toEqual([
    { line: 4, text: 'no\naddress' },
    { line: 6, text: '=cmd|x' },
  ])
})

test('an export of subscribers contains no formula, and its addresses can be read again', () => {
  const row = { frequency: 'weekly', state: 'active', source: 'form', created_at: 0, changed_at: 0 }
  const csv = formatSubscriberCsv([
    { ...row, email: '=sum@example.org' },
    { ...row, email: '+jo@example.org', frequency: 'instant' },
  ])
  expect(csv).toContain("'=sum@example.org,weekly,active,form,1970-01-01T00:00:00.000Z,")
  expect(csv).not.toMatch(/(^|,)[=+@-]/m)
  expect(parseSubscriberCsv(csv).addresses).toMatchObject([
    { email: '=sum@example.org', frequency: 'weekly' },
    { email: '+jo@example.org', frequency: 'instant' },
  ])
})

test.each([
  ['import_too_large', 'a@example.org\n'.repeat(10_002)],
  ['import_too_large', 'x'.repeat(1024 * 1024 + 1)],
  ['import_empty', 'email\nnobody'],
  ['import_empty', ''],
])('refuses a list of subscribers with the code %s', (code, csv) => {
  expect(() => parseSubscriberCsv(csv)).toThrow(expect.objectContaining({ code }))
})

test('refuses a list of subscribers that is a megabyte of quotes and separators', () => {
  for (const text of ['",'.repeat(500_000), '"'.repeat(1_000_000), '""'.repeat(500_000)])
    expect(() => parseSubscriberCsv(text)).toThrow(expect.objectContaining({ code: 'import_empty' }))
})
