import { expect, test } from 'vitest'
import { parseStoredMail } from '../../outbox/outbox.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { getOnlyOutboxRow } from '../../testing/outbox.ts'
import { enqueueAccountMail } from './mails.ts'

test.each(['emailChanged', 'accountDeleted', 'applicationDeclined'] as const)(
  'the mail %s names the contact of the site, because its sender may be a no-reply address',
  async (kind) => {
    const db = await createTestDatabase()
    await enqueueAccountMail(db, kind, { email: 'nora@example.org' })
    const { text } = parseStoredMail(await getOnlyOutboxRow(db))
    expect(text).toContain('write to sicherheit@nebelhorn.example')
    expect(text).not.toContain('answer this mail')
  },
)
